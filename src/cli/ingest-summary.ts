import type { Outcome } from '#server/ingest/ingest-file.ts'
import type { IngestSummary } from '#server/ingest/ingest-folder.ts'
import { print } from './print.ts'
import { printable } from './printable.ts'

/** Prints the counts, and every refusal with its reason. */
export function printSummary({ outcomes, problems, warnings }: IngestSummary, dryRun: boolean): void {
  const of = (result: Outcome['result']) => outcomes.filter((outcome) => outcome.result === result)
  for (const outcome of [...of('refused'), ...of('failed')]) print(describeOutcome(outcome))
  for (const problem of problems) print(`row left out: ${printable(problem)}`)
  for (const warning of warnings) print(`note: ${printable(warning)}`)
  const counts = [
    `${of('made').length} ${dryRun ? 'would be made' : 'made'}`,
    `${of('updated').length} updated`,
    `${of('skipped').length} skipped`,
    `${of('refused').length} refused`,
    ...(of('failed').length > 0 ? [`${of('failed').length} failed`] : []),
  ]
  print(`${counts.join(', ')}.`)
}

/** One line about one file. */
export function describeOutcome(outcome: Outcome): string {
  const name = printable(outcome.file)
  if (outcome.result !== 'made') return `${outcome.result}: ${name} (${printable(outcome.reason)})`
  const what = outcome.kind === 'image' ? 'loop from a still' : 'video'
  return outcome.id === undefined
    ? `would be made: ${name} (${what})`
    : `made: ${name} (${what}, clip ${outcome.id})`
}
