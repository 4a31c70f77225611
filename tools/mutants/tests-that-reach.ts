import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Files that a file imports, or starts as a process or thread. Paths begin with `#`, `./` or `../`. */
function importsOf(path: string): string[] {
  if (!existsSync(path)) return []
  const values = readFileSync(path, 'utf8').replace(/^(?:import|export) type [^']*'[^']*'/gm, '')
  return [...values.matchAll(/'((?:#|\.\.?\/)[^'\n]+\.tsx?)'/g)].map(([, name = '']) =>
    name.startsWith('#') ? name.replace('#', 'src/') : join(dirname(path), name),
  )
}

const imports = new Map<string, string[]>()

/** Whether a file loads another: only then can its tests notice that one's mutants. */
export function reaches(from: string, file: string): boolean {
  const seen = new Set([from])
  for (const path of seen) {
    if (path === file) return true
    if (!imports.has(path)) imports.set(path, importsOf(path))
    for (const next of imports.get(path) ?? []) seen.add(next)
  }
  return false
}
