import { once } from 'node:events'
import { lastTimeAt } from '#domain/dates/last-time.ts'
import type { Config } from '#server/config/config.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { readLastBackup } from '#server/overview/operations.ts'
import { spawnOwnCommand } from '#server/own-command.ts'

/** Seconds between checks whether it is time. */
const LOOK = 300

/** A backup a day, in a process of its own at low priority; no job without a target. */
export function backupJobs(
  { backup }: Pick<Config, 'backup'>,
  run = runBackup as (signal: AbortSignal) => Promise<void>,
): RecurringJob[] {
  if (!backup.target) return []
  const job: RecurringJob = {
    kind: 'backup',
    everySeconds: LOOK,
    async run({ db, now }, { signal }) {
      const last = await readLastBackup(db)
      if (!last || new Date(last.at) < lastTimeAt(backup.at, now())) await run(signal)
    },
  }
  return [job]
}

async function runBackup(signal: AbortSignal): Promise<void> {
  const child = spawnOwnCommand(['backup', '--until-parent-ends'], ['pipe', 'ignore', 'inherit'])
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  try {
    const [code] = await once(child, 'close')
    // 3: made, but the store lacked files.
    if (code !== 0 && code !== 3) throw new Error(`the backup ended with ${code}; the log says why`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
