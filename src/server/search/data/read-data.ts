import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootFolder } from '#server/build/dist-folder.ts'

const FOLDER = join(rootFolder(), 'src/server/search/data')

/** The lines of a file here, such as `english/verbs.txt`, without comments (`#`). */
export function readLines(file: string): string[] {
  const lines = readFileSync(join(FOLDER, file), 'utf8').split(/\r?\n/)
  return lines.filter((line) => line !== '' && !line.startsWith('#'))
}

/** The lines of all files in a folder here, in order of their names. */
export function readFolder(folder: string): string[] {
  return readdirSync(join(FOLDER, folder))
    .sort()
    .flatMap((file) => readLines(join(folder, file)))
}

export function readWords(file: string): string[] {
  return readLines(file).flatMap((line) => line.split(/\s+/))
}

/** The pairs of a list of `from=to`. */
export function readPairs(file: string): Map<string, string> {
  return new Map(readWords(file).map((pair) => pair.split('=') as [string, string]))
}
