import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { unpackWoff } from './unpack-woff.ts'

export type Weight = 400 | 700

const PACKAGE = '@fontsource/zen-kaku-gothic-new'
const require = createRequire(import.meta.url)

/** A range of code points in a file; `file` is a script such as `latin`, or a number for part of the kanji. */
interface Part {
  file: string
  first: number
  last: number
}

let parts: readonly Part[] | undefined

/** The files whose ranges include the letter: the font comes in 121 parts. */
export function filesWith(codePoint: number): string[] {
  parts ??= readParts()
  return parts.filter(({ first, last }) => first <= codePoint && codePoint <= last).map(({ file }) => file)
}

/** One part of the font as TrueType. */
export function fontFile(file: string, weight: Weight): Buffer {
  const name = `zen-kaku-gothic-new-${file}-${weight}-normal.woff`
  return unpackWoff(readFileSync(require.resolve(`${PACKAGE}/files/${name}`)))
}

function readParts(): Part[] {
  const ranges = JSON.parse(readFileSync(require.resolve(`${PACKAGE}/unicode.json`), 'utf8'))
  const named = Object.entries<string>(ranges).map(([name, list]) => ({
    file: name.replace(/[[\]]/g, ''),
    list,
  }))
  // Latin first: some numbered parts have a few Latin letters too.
  const latinFirst = named.toSorted((a, b) => Number(isNumber(a.file)) - Number(isNumber(b.file)))
  return latinFirst.flatMap(({ file, list }) => list.split(',').map((range) => ({ file, ...limits(range) })))
}

function limits(range: string): { first: number; last: number } {
  const [first = 0, last = first] = range
    .replace('U+', '')
    .split('-')
    .map((hex) => Number.parseInt(hex, 16))
  return { first, last }
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text)
}
