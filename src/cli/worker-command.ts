import { type Command, Option } from 'commander'
import { runWorker } from '#server/uploads/run-worker.ts'
import { endingWithParent, interruptible, wholeNumber, withDeps } from './command.ts'
import { printError } from './output.ts'

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
  const run = () =>
    interruptible((signal) => withDeps((deps) => runWorker(deps, { jobs, untilIdle, leaseSeconds, signal })))
  if (untilIdle) return endingWithParent(run)
  printError('Waiting for uploads. Stop with Ctrl-C; the next worker continues unfinished files.')
  await run()
}
