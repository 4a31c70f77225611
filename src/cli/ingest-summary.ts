import type { Outcome } from '#server/ingest/ingest-file.ts'
import type { IngestSummary } from '#server/ingest/ingest-folder.ts'
import { print, printable } from './output.ts'

/** Prints the counts, and every refusal with its reason. */
export function printSummary({ outcomes, problems, warnings }: IngestSummary, dryRun: boolean): void {
  const of = (result: Outcome['result']) => outcomes.filter((outcome) => outcome.result === result)
  for (const outcome of [...of('refused'), ...of('failed')]) print(describeOutcome(outcome))
  for (const line of describeNotes({ problems, warnings })) print(line)
  const counts = [
    `${of('made').length} ${dryRun ? 'would be made' : 'made'}`,
    `${of('updated').length} updated`,
    `${of('skipped').length} skipped`,
    `${of('refused').length} refused`,
    ...(of('failed').length > 0 ? [`${of('failed').length} failed`] : []),
  ]
  print(`${counts.join(', ')}.`)
}

/** A line per problem of the sheets. */
export function describeNotes({
  problems,
  warnings,
}: Pick<IngestSummary, 'problems' | 'warnings'>): string[] {
  return [
    ...problems.map((problem) => `row left out: ${printable(problem)}`),
    ...warnings.map((warning) => `note: ${printable(warning)}`),
  ]
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
