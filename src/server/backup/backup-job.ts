import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { distFolder } from '#server/build/dist-folder.ts'
import type { Config } from '#server/config/config.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { readLastBackup } from '#server/overview/operations.ts'

/** Seconds between two looks whether it is time. */
const LOOK = 300
const PROGRAM = join(distFolder(), '../src/cli/nagare.ts')

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
      if (!last || new Date(last.at) < lastTime(backup.at, now())) await run(signal)
    },
  }
  return [job]
}

/** The last time that the clock showed this. @param at such as `04:00` */
function lastTime(at: string, now: Date): Date {
  const time = new Date(now)
  time.setHours(Number(at.slice(0, 2)), Number(at.slice(3)), 0, 0)
  if (time > now) time.setDate(time.getDate() - 1)
  return time
}

async function runBackup(signal: AbortSignal): Promise<void> {
  const command = [process.execPath, PROGRAM, 'backup', '--until-parent-ends']
  const [name, ...args] = process.platform === 'win32' ? command : ['nice', '-n', '10', ...command]
  const child = spawn(name!, args, { stdio: ['pipe', 'ignore', 'inherit'] })
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
