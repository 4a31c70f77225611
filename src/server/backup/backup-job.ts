import { once } from 'node:events'
import { lastTimeAt } from '#domain/dates/last-time.ts'
import { DAY_MS } from '#domain/dates/spans.ts'
import { startCommand } from '#server/build/own-process.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/schema.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { readLastBackup, readOperation } from '#server/overview/operations.ts'

/** Seconds between checks whether it is time. */
const LOOK = 300
const WEEK = 7 * DAY_MS
/** Codes of `backup`: some files were missing in the store; the database or the backup is damaged, and that is told. */
const [LACKING, DAMAGED] = [3, 4]

/** Runs a command of ours, and returns its exit code. */
type Run = (args: readonly string[], signal: AbortSignal) => Promise<unknown>

/**
 * A backup a day, and once a week a restore of the newest into a temporary place, in processes of their own at low
 * priority; no jobs without a target.
 */
export function backupJobs({ backup }: Pick<Config, 'backup'>, run: Run = runOwn): RecurringJob[] {
  if (!backup.target) return []
  return [
    {
      kind: 'backup',
      everySeconds: LOOK,
      async run({ db, now, log }, { signal }) {
        const last = await lastTry(db)
        if (last && new Date(last) >= lastTimeAt(backup.at, now())) return
        const code = await run(['backup'], signal)
        if (code === DAMAGED && (await readOperation(db, 'backup.damage')))
          log.error('the database is damaged: restore a backup')
        else if (code !== 0 && code !== LACKING)
          throw new Error(`the backup ended with ${code}; the log says why`)
      },
    },
    {
      kind: 'backup.proof',
      everySeconds: LOOK,
      async run({ db, now, log }, { signal }) {
        if (!(await isProofDue(db, now()))) return
        const code = await run(['backup', '--prove'], signal)
        if (code === DAMAGED) log.error('the newest backup cannot be restored')
        else if (code !== 0) throw new Error(`the test of the backup ended with ${code}; the log says why`)
      },
    },
  ]
}

/** When the last backup was made, or found the database damaged: that is not tried every few minutes. */
async function lastTry(db: Db): Promise<string | undefined> {
  const [good, bad] = [await readLastBackup(db), await readOperation(db, 'backup.damage')]
  return [good?.at, bad?.at]
    .filter((at) => at !== undefined)
    .sort()
    .at(-1)
}

/** After a backup that could not be restored, the next one is proved as soon as it is made. */
async function isProofDue(db: Db, now: Date): Promise<boolean> {
  const [last, proof] = [await readLastBackup(db), await readOperation(db, 'backup.proof')]
  if (!last || !proof) return last !== null
  return proof.fault ? last.at > proof.at : now.getTime() - Date.parse(proof.at) >= WEEK
}

async function runOwn(args: readonly string[], signal: AbortSignal): Promise<unknown> {
  const child = startCommand([...args, '--until-parent-ends'], { stdio: ['pipe', 'ignore', 'inherit'] })
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  try {
    const [code] = await once(child, 'close')
    return code
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
