/** Writes a line to standard output: results. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`)
}

/** Writes a line to standard error: progress and problems. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`)
}

interface Table<Row> {
  json: boolean
  row: (row: Row) => string
  /** The last line. */
  end: string
  /** What `--json` prints, if not the rows. */
  all?: unknown
}

/** Prints a line per row and a last one, or JSON. */
export function printTable<Row>(rows: readonly Row[], { json, row, end, all = rows }: Table<Row>): void {
  print(json ? JSON.stringify(all, null, 2) : [...rows.map(row), end].join('\n'))
}

/** A number with its noun: `1 backup`, `2 backups`. */
export const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** A row of a table. */
export const columns = (...texts: string[]) => texts.join('  ').trimEnd()

/** Characters that take two columns in a terminal: CJK, kana, Hangul, full-width forms, emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const NO_WIDTH = /^\p{M}$/u
/** Moves the cursor, changes colours, breaks the line or reverses the direction. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Escapes characters that are unsafe in a terminal, as `\n` or `\u{202e}`. For text from outside. */
export function printable(text: string): string {
  return text.replace(UNSAFE, (character) => {
    const named = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character]
    return named ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  })
}

/** Width of the text in terminal columns. */
export function textWidth(text: string): number {
  return [...segments.segment(text)].reduce((sum, { segment }) => sum + graphemeWidth(segment), 0)
}

/** Printable text of exactly `width` columns: cut with an ellipsis, or padded. */
export function fitted(text: string, width: number): string {
  const safe = printable(text)
  if (textWidth(safe) <= width) return safe + ' '.repeat(width - textWidth(safe))
  let start = ''
  for (const { segment } of segments.segment(safe)) {
    if (textWidth(start) + graphemeWidth(segment) > width - 1) break
    start += segment
  }
  return `${start}…${' '.repeat(width - 1 - textWidth(start))}`
}

function graphemeWidth(grapheme: string): number {
  if (NO_WIDTH.test(grapheme)) return 0
  return WIDE.test(grapheme) ? 2 : 1
}
