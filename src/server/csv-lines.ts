export type CsvValue = string | number

/** Pages of rows as CSV (RFC 4180, UTF-8 without a mark), with these column names. */
export async function* csvOf(
  columns: readonly string[],
  pages: AsyncIterable<readonly (readonly CsvValue[])[]>,
): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const rows of pages) if (rows.length > 0) yield rows.map(csvLine).join('')
}

/**
 * Where spreadsheets recognise a formula, which may send the sheet's content to a stranger: at the beginning, and after
 * the end of a cell for programs with other country settings, which also ignore quotes inside a line.
 */
const BEGINNING = String.raw`(^|[;\t\r\n])`
const FORMULA = String.raw`(?='*(?:[^\S\t\r\n]|\p{Cf})*[=+\-@＝＋－＠])`
const TO_GUARD = new RegExp(BEGINNING + FORMULA, 'gu')
const GUARDED = new RegExp(`${BEGINNING}'${FORMULA}`, 'gu')

function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

function csvCell(value: CsvValue): string {
  if (typeof value === 'number') return String(value)
  const safe = value.replace(TO_GUARD, "$1'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A cell of our own sheets without the apostrophes against formulas. */
export function unguarded(text: string): string {
  return text.replace(GUARDED, '$1')
}
