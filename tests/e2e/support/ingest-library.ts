import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { findTools } from '#server/ingest/tools.ts'
import { keep, nameOfLibrary, takeKept } from './kept-library.ts'
import { FILES } from './library-files.ts'
import { runScript } from './run-script.ts'

const run = promisify(execFile)
const MORE_CLIPS = 'tests/support/shop/add-more-clips.ts'
/** Encoding and playing cost most: films are small, except one that is larger than its watermarked rendition. */
const SMALL_VIDEO = ['-vf', 'scale=-2:360', '-c:v', 'libx264', '-preset', 'ultrafast']
const FULL_SIZE = 'pagoda-in-mist.mp4'
/** Only one film is played beyond its first second. */
const SECONDS: Record<string, number> = { 'fuji-at-dawn.mp4': 4 }
const STILL = 'kyoto-temple-garden.jpg'
/** Its film gets this size. */
const STILL_WIDTH = 640

/**
 * Puts the ingested library of the browser tests into `folder/data`. Reuses an earlier run's while films and code are
 * the same.
 */
export async function ingestLibrary(folder: string, settings: NodeJS.ProcessEnv): Promise<void> {
  const env = { ...settings, DATA_DIR: join(folder, 'data') }
  const films = FILES.map((file) => join('demo/library', file))
  const name = nameOfLibrary([...films, MORE_CLIPS, 'tests/e2e/support/ingest-library.ts'])
  if (takeKept(name, env.DATA_DIR)) return
  const library = join(folder, 'library')
  mkdirSync(library)
  await runScript(['src/cli/nagare.ts', 'migrate'], env)
  // The still last, so that its clip, landscape and eight seconds long, is the first one on the home page.
  for (const group of [FILES.filter((file) => file !== STILL), [STILL]]) {
    for (const file of group) await copySmall(join('demo/library', file), join(library, file))
    await runScript(['src/cli/nagare.ts', 'ingest', library], env)
  }
  await runScript([MORE_CLIPS], env)
  keep(name, env.DATA_DIR)
}

async function copySmall(file: string, to: string): Promise<void> {
  if (file.endsWith(STILL)) return void (await sharp(file).resize(STILL_WIDTH).toFile(to))
  if (!file.endsWith('.mp4')) return copyFileSync(file, to)
  const { ffmpeg } = await findTools()
  const seconds = Object.entries(SECONDS).find(([name]) => file.endsWith(name))?.[1] ?? 1
  const video = file.endsWith(FULL_SIZE) ? ['-c', 'copy'] : SMALL_VIDEO
  await run(ffmpeg, ['-v', 'error', '-i', file, '-t', String(seconds), ...video, to])
}

/** `npm run test:library`: runs before the tests, beside checks that leave a core idle. */
if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'nagare-library-'))
  try {
    await ingestLibrary(folder, process.env)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
