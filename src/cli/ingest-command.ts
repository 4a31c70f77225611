import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { type IngestSummary, ingestFolder } from '#server/ingest/ingest-folder.ts'
import { queueFolder } from '#server/uploads/queue-folder.ts'
import { CommandFailed, EXIT, endingWithParent, interruptible, wholeNumber, withDeps } from './command.ts'
import { followIngest } from './follow-ingest.ts'
import { printSummary } from './ingest-summary.ts'
import { counted, print, printError } from './output.ts'

interface IngestFlags {
  dryRun: boolean
  recurse: boolean
  concurrency?: number
  json: boolean
  draft: boolean
  queue: boolean
  withParent: boolean
}

export function addIngest(program: Command): void {
  program
    .command('ingest')
    .argument(
      '<folder>',
      'folder of videos and photographs, with an optional metadata.csv and categories.csv',
    )
    .description('take a folder of footage into the library; running it again takes up what is left')
    .option('--no-recurse', 'leave subfolders out')
    .option('--dry-run', 'only say what would be done', false)
    .option('--concurrency <files>', 'files at once (default: the number of cores)', wholeNumber(1, 64))
    .option('--draft', 'take new clips in as drafts, which no visitor sees', false)
    .option('--queue', 'copy the files and leave the rendering to the workers', false)
    .option('--json', 'print the summary as JSON', false)
    // For the demo, which starts it.
    .addOption(new Option('--with-parent').default(false).hideHelp())
    .action(async (folder: string, flags: IngestFlags) => {
      const work = () => ingest(resolve(folder), flags)
      process.exitCode = await (flags.withParent ? endingWithParent(work) : work())
    })
}

async function ingest(folder: string, flags: IngestFlags): Promise<number> {
  const stats = await stat(folder).catch(() => undefined)
  if (!stats?.isDirectory()) throw new CommandFailed(`there is no folder ${folder}`, EXIT.usage)
  return flags.queue ? queue(folder, flags) : render(folder, flags)
}

async function queue(folder: string, { recurse, draft, dryRun }: IngestFlags): Promise<number> {
  if (dryRun) throw new CommandFailed('--queue knows nothing of a dry run: leave one of them out', EXIT.usage)
  const target = draft ? ('draft' as const) : ('published' as const)
  const queued = await interruptible((signal) =>
    withDeps((deps) => queueFolder(deps, { folder, recurse, target, signal })),
  )
  print(`${counted(queued, 'file')} ${queued === 1 ? 'waits' : 'wait'} for a worker`)
  return EXIT.ok
}

async function render(
  folder: string,
  { dryRun, recurse, concurrency, json, draft }: IngestFlags,
): Promise<number> {
  const follower = followIngest(process.stderr)
  const state = draft ? 'draft' : 'published'
  const { report } = follower
  const summary = await interruptible((signal) =>
    withDeps((deps, { dataDir }) =>
      ingestFolder(deps, { folder, dataDir, concurrency, recurse, dryRun, state, signal, report }),
    ),
  ).finally(() => follower.end())
  if (json) print(JSON.stringify(summary, null, 2))
  else printSummary(summary, dryRun)
  if (summary.interrupted) printError('Stopped. Run the same command again to go on; finished work is kept.')
  return exitCodeOf(summary)
}

function exitCodeOf({ outcomes, sheets, interrupted }: IngestSummary): number {
  if (interrupted) return EXIT.interrupted
  if (outcomes.some(({ result }) => result === 'failed')) return EXIT.failed
  const refused =
    sheets.some(({ result }) => result.wrong > 0) || outcomes.some(({ result }) => result === 'refused')
  return refused ? EXIT.refused : EXIT.ok
}
