import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findTools } from '#server/ingest/tools.ts'
import { keep, nameOfLibrary, takeKept } from './kept-library.ts'
import { FILES } from './library-files.ts'
import { runScript } from './run-script.ts'

const run = promisify(execFile)
/** Of each film: encoding takes most of the time, and tests need no more. */
const SECONDS = 4

/** Puts the ingested library of the browser tests into `folder/data`: an earlier run's where nothing changed since. */
export async function ingestLibrary(folder: string, settings: NodeJS.ProcessEnv): Promise<void> {
  const env = { ...settings, DATA_DIR: join(folder, 'data') }
  const library = join(folder, 'library')
  mkdirSync(library)
  for (const file of FILES) await copyBeginning(join('demo/library', file), join(library, file))
  const name = nameOfLibrary([
    ...FILES.map((file) => join('demo/library', file)),
    'tests/e2e/support/ingest-library.ts',
  ])
  takeKept(name, env.DATA_DIR)
  await runScript(['src/cli/nagare.ts', 'migrate'], env)
  await runScript(['src/cli/nagare.ts', 'ingest', library], env)
  keep(name, env.DATA_DIR)
}

async function copyBeginning(file: string, to: string): Promise<void> {
  if (!file.endsWith('.mp4')) return copyFileSync(file, to)
  const { ffmpeg } = await findTools()
  await run(ffmpeg, ['-v', 'error', '-i', file, '-t', String(SECONDS), '-c', 'copy', to])
}

/** Ahead of the tests, beside checks that leave a core idle. */
if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'nagare-library-'))
  try {
    await ingestLibrary(folder, process.env)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
