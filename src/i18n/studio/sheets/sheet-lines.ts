import type { ImportPlan, SheetResult } from '#contract/studio/clips/sheets.ts'
import { columnLetter, type SheetProblem } from '#domain/studio/library/sheet-problems.ts'
import type { Locale } from '../../strings.ts'
import { sheetsTexts } from './texts.ts'

/** What became of a sheet, in one line, and what is left out of it. */
export function sheetLines(result: SheetResult, locale: Locale): { summary: string; details: string[] } {
  const t = sheetsTexts(locale)
  const { rows, applied, without_file, partial } = result
  if (result.format === null) return { summary: t.notRead, details: leftOutLines(result, locale) }
  const leftOut = rows - applied - without_file.count
  const summary = [
    t.applied(applied),
    ...(partial > 0 ? [t.partial(partial)] : []),
    ...(without_file.count > 0 ? [t.withoutFile(without_file.count)] : []),
    ...(leftOut > 0 ? [t.leftOut(leftOut)] : []),
  ]
  const missing = without_file.count > 0 ? [t.missing(t.names(without_file))] : []
  return { summary: summary.join(' · '), details: [...missing, ...leftOutLines(result, locale)] }
}

/** Columns that are not read, and problems by row and column. */
export function leftOutLines(
  {
    unknown,
    export_only,
    problems,
    wrong,
  }: Pick<ImportPlan, 'unknown' | 'export_only' | 'problems' | 'wrong'>,
  locale: Locale,
): string[] {
  const t = sheetsTexts(locale)
  return [
    ...(unknown.count > 0 ? [t.unknown(t.names(unknown))] : []),
    ...(export_only.length > 0 ? [t.exportOnly(export_only.join(t.comma))] : []),
    ...problems.map((problem) => problemLine(problem, locale)),
    ...(wrong > problems.length ? [t.moreProblems(wrong - problems.length)] : []),
  ]
}

function problemLine(
  { code, row, column, name, value = '', most = 0 }: SheetProblem,
  locale: Locale,
): string {
  const t = sheetsTexts(locale)
  const text = t.problem[code](value, most)
  if (!row) return text
  return column ? t.atField(row, columnLetter(column), name ?? '', text) : t.atRow(row, text)
}
