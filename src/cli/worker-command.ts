import { type Command, Option } from 'commander'
import { runWorker } from '#server/uploads/run-worker.ts'
import { exitWithParent } from './exit-with-parent.ts'
import { interruption } from './interruption.ts'
import { printError } from './print.ts'
import { wholeNumber } from './whole-number.ts'
import { withDeps } from './with-deps.ts'

interface WorkerFlags {
  jobs: number
  untilIdle: boolean
  lease: number
}

export function addWorker(program: Command): void {
  program
    .command('worker')
    .description(
      'render what is uploaded, here or on any machine with the same database and bucket, until Ctrl-C',
    )
    .option('--jobs <files>', 'files at once', wholeNumber(1, 64), 1)
    // For the server's own worker, and for tests.
    .addOption(new Option('--until-idle').default(false).hideHelp())
    .addOption(new Option('--lease <seconds>').argParser(wholeNumber(1, 64)).default(60).hideHelp())
    .action(work)
}

async function work({ jobs, untilIdle, lease: leaseSeconds }: WorkerFlags): Promise<void> {
  const interrupted = interruption()
  if (untilIdle) exitWithParent()
  else printError('Waiting for uploads. Stop with Ctrl-C; the next worker continues unfinished files.')
  try {
    await withDeps((deps) => runWorker(deps, { jobs, untilIdle, leaseSeconds, signal: interrupted.signal }))
  } finally {
    interrupted.dispose()
    process.stdin.pause()
  }
}
