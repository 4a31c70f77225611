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

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
/** Numbers, dates and times of Japanese and English spreadsheets, and truth values; perhaps guarded already. */
const REWRITTEN = new RegExp(
  `^'*(?:true|false|(?:明治|大正|昭和|平成|令和|[mtshr])?[¥$€£.\\d][\\d\\s.,:/%e+\\-年月日時分秒¥$€£]*(?:[ap]m)?|` +
    `\\d{1,2}[\\s/-]*${MONTH}(?:[\\s/,-]*\\d{2,4})?|${MONTH}[\\s/,.-]*\\d{1,4}(?:[\\s/,-]+\\d{2,4})?)$`,
  'i',
)
/** Such as a year: it comes back as it is. */
const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,14})$/

/** Whether spreadsheets save the text in another way: `1-2` as a date, `007` as 7. */
const isRewritten = (text: string) =>
  REWRITTEN.test(text.normalize('NFKC').trim()) && !PLAIN_NUMBER.test(text)

/** The text, with an apostrophe if a spreadsheet would otherwise change it; unguarded() takes it off again. */
export const keptText = (text: string) => (isRewritten(text) ? `'${text}` : text)

/** A cell of our own sheets without the apostrophes against formulas. */
export function unguarded(text: string): string {
  const formula = text.replace(GUARDED, '$1')
  if (formula !== text) return formula
  return text.startsWith("'") && isRewritten(text.slice(1)) ? text.slice(1) : text
}
