import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandFailed } from '#cli/exit-codes.ts'
import { print } from '#cli/print.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const BUILT = 'dist/server.mjs'
const SOURCES = ['src', 'public', 'astro.config.mjs', 'package-lock.json']

/** Builds the site if it was never built or its sources have changed. */
export async function ensureBuild(): Promise<void> {
  const built = await changedAt(join(ROOT, BUILT))
  const sources = await Promise.all(SOURCES.map((name) => lastChange(join(ROOT, name))))
  if (built > Math.max(...sources)) return
  print('Building the site; this is done once.')
  const astro = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs')
  const child = spawn(process.execPath, [astro, 'build', '--silent'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new CommandFailed('the site could not be built: "npm run build" says why')
}

/** Latest change of a file, or of any file in a folder but tests; 0 if there is none. */
async function lastChange(path: string): Promise<number> {
  if ((await stat(path).catch(() => undefined))?.isDirectory() !== true) return changedAt(path)
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
  const times = await Promise.all(files.map((entry) => changedAt(join(entry.parentPath, entry.name))))
  return Math.max(0, ...times)
}

async function changedAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
}
