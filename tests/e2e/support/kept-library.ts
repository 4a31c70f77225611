import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'

/** Beside the caches of the tools; `npm ci` removes it. */
const FOLDER = 'node_modules/.cache/nagare-e2e'
/** The code that decides the result of ingesting a file. */
const MAKERS = ['src/server/ingest', 'src/server/search', 'src/server/db', 'src/domain/look']

/** Name of the result of ingesting these files: the same for the same files and code. */
export function nameOfLibrary(files: readonly string[]): string {
  const sources = MAKERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .toSorted()
      .map((name) => join(folder, name)),
  )
  const hash = createHash('sha256')
  for (const path of [...files, ...sources]) hash.update(path).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

/** Copies an earlier result into `folder`; false if there is none. */
export function takeKept(name: string, folder: string): boolean {
  if (!existsSync(join(FOLDER, name))) return false
  cpSync(join(FOLDER, name), folder, { recursive: true })
  return true
}

/** Keeps a result for the next run; one rename makes it visible, so that no run finds half of it. */
export function keep(name: string, folder: string): void {
  if (existsSync(join(FOLDER, name))) return
  mkdirSync(FOLDER, { recursive: true })
  const half = mkdtempSync(join(FOLDER, 'half-'))
  try {
    cpSync(folder, half, { recursive: true })
    renameSync(half, join(FOLDER, name))
  } catch {
    rmSync(half, { recursive: true, force: true })
  }
}
