export type CsvValue = string | number

/** Pages of rows as CSV (RFC 4180, UTF-8 without a mark), with these column names. */
export async function* csvOf(
  columns: readonly string[],
  pages: AsyncIterable<readonly (readonly CsvValue[])[]>,
): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const rows of pages) if (rows.length > 0) yield rows.map(csvLine).join('')
}

/** Spreadsheets take a text that begins so for a formula, which may send what the sheet holds to a stranger. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/

function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

function csvCell(value: CsvValue): string {
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
