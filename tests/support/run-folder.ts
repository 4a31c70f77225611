import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const WANTED_BYTES = 2 ** 31

/** Vitest's global set-up: one temporary folder per run, in memory if there is room. */
export default function runFolder(): () => void {
  const folder = mkdtempSync(join(quickFolder(), 'nagare-tests-'))
  process.env.TMPDIR = folder
  process.env.NAGARE_TEST_FOLDER = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Memory if there is room, or the folder for temporary files. */
export function quickFolder(): string {
  return hasRoom(MEMORY) ? MEMORY : tmpdir()
}

function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize > WANTED_BYTES
  } catch {
    return false
  }
}
