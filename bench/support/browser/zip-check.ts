import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { skip } from '../load/report.ts'

const run = promisify(execFile)

interface ZipCheck {
  bytes: number
  /** Damaged, missing or surplus entries; undefined if no tool could check them. */
  problems: number | undefined
  checkedBy: string
}

/** Tests the zip that a browser wrote into its file system with another program, entry by entry. */
export async function checkZip(profile: string, { entries }: { entries: number }): Promise<ZipCheck> {
  const [bytes, path] = largestFileBelow(profile)
  for (const [program, args] of [
    ['unzip', ['-t', path]],
    ['python3', ['-m', 'zipfile', '-t', path]],
  ] as const) {
    try {
      const { stdout } = await run(program, args, { maxBuffer: 10_000_000 })
      const whole = stdout.match(/ OK\b/g)?.length
      const problems = program === 'unzip' ? Math.abs(entries - (whole ?? 0)) : 0
      return { bytes, problems, checkedBy: program }
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ENOENT') throw error
      skip(program, error)
    }
  }
  return { bytes, problems: undefined, checkedBy: 'nothing' }
}

function largestFileBelow(folder: string): [number, string] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path): [number, string] => [statSync(path).size, path])
  return files.toSorted(([a], [b]) => b - a)[0]!
}
