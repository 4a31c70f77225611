import type { IngestReport } from '#server/ingest/ingest-folder.ts'
import { describeNotes, describeOutcome } from './ingest-summary.ts'
import { counted, printable } from './output.ts'
import { ProgressBars } from './progress-bars.ts'

/** Shows an ingest's progress: bars in a terminal, else a line per file. */
export function followIngest(stream: NodeJS.WriteStream): { report: IngestReport; end: () => void } {
  if (!stream.isTTY) return { report: plainReport(stream), end: () => {} }
  const bars = new ProgressBars(stream)
  return {
    report: {
      begin: (files, notes) => {
        printNotes(stream, notes)
        bars.begin(files.length)
      },
      progress: (file, progress) => bars.progress(file, progress),
      outcome: (outcome) => bars.outcome(outcome),
    },
    end: () => bars.end(),
  }
}

/** Before the first file, so that a sheet can be fixed before hours of rendering. */
function printNotes(stream: NodeJS.WriteStream, notes: Parameters<typeof describeNotes>[0]): void {
  for (const line of describeNotes(notes)) stream.write(`${line}\n`)
}

function plainReport(stream: NodeJS.WriteStream): IngestReport {
  const steps = new Map<string, string>()
  return {
    begin: (files, notes) => {
      printNotes(stream, notes)
      stream.write(`${counted(files.length, 'file')}\n`)
    },
    progress: (file, { step }) => {
      if (steps.get(file) === step || step === 'reading' || step === 'storing') return
      steps.set(file, step)
      stream.write(`${printable(file)}: ${step}\n`)
    },
    outcome: (outcome) => stream.write(`${describeOutcome(outcome)}\n`),
  }
}
