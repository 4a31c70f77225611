import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atExit } from './at-exit.ts'

/** A temporary folder, deleted when the process ends. */
export function scratchFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `nagare-bench-${name}-`))
  atExit(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
