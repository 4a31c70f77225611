import type { Locale } from '#i18n/strings.ts'
import { sheetLines } from '#i18n/studio/sheets/sheet-lines.ts'
import type { Outcome } from '#server/ingest/ingest-file.ts'
import type { IngestSummary } from '#server/ingest/ingest-folder.ts'
import { print, printable } from './output.ts'

/** Prints the counts, and every refusal with its reason. */
export function printSummary({ outcomes, ...notes }: IngestSummary, dryRun: boolean): void {
  const of = (result: Outcome['result']) => outcomes.filter((outcome) => outcome.result === result)
  for (const outcome of [...of('refused'), ...of('failed')]) print(describeOutcome(outcome))
  for (const line of describeNotes(notes)) print(line)
  const counts = [
    `${of('made').length} ${dryRun ? 'would be made' : 'made'}`,
    `${of('updated').length} updated`,
    `${of('skipped').length} skipped`,
    `${of('refused').length} refused`,
    ...(of('failed').length > 0 ? [`${of('failed').length} failed`] : []),
  ]
  print(`${counts.join(', ')}.`)
}

/** What became of each sheet, in the language of the command line. */
export function describeNotes(
  { sheets, warnings }: Pick<IngestSummary, 'sheets' | 'warnings'>,
  locale: Locale = localeOf(process.env),
): string[] {
  const ofSheets = sheets.flatMap(({ name, result }) => {
    const { summary, details } = sheetLines(result, locale)
    return [`${name}: ${summary}`, ...details.map((line) => `  ${line}`)]
  })
  return [...ofSheets, ...warnings.map((warning) => `note: ${warning}`)].map(printable)
}

/** By the variables that POSIX systems set, the strongest first. */
function localeOf({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Locale {
  return (LC_ALL || LC_MESSAGES || LANG || '').startsWith('ja') ? 'ja' : 'en'
}

/** One line about one file. */
export function describeOutcome(outcome: Outcome): string {
  const name = printable(outcome.file)
  if (outcome.result !== 'made') return `${outcome.result}: ${name} (${printable(outcome.reason)})`
  const what = outcome.kind === 'image' ? 'loop from a still' : 'video'
  if (outcome.id === undefined) return `would be made: ${name} (${what})`
  const { seconds = 0, bytes = 0 } = outcome
  const size = bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
  return `made: ${name} (${what}, clip ${outcome.id}) in ${seconds} s, ${size}`
}
