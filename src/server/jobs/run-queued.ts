import type { Deps } from '#server/deps.ts'
import { withoutSecrets } from '#server/logger.ts'
import { failRun, giveBack } from './job-rows.ts'
import { finishWork, giveUpWork, type TakenWork } from './queue-rows.ts'
import { Hopeless, type QueuedJob } from './queued-job.ts'
import { keepLease, retrySeconds } from './run-taken.ts'

/** The longest wait between two tries, so that work goes on soon after what it needs is back. */
const LONGEST_WAIT_SECONDS = 15 * 60
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000
const LONGEST_ERROR = 1_000

interface Taken {
  job: QueuedJob
  taken: TakenWork
  leaseSeconds: number
  signal: AbortSignal
}

/** One try at a piece of work that this process has taken, its lease renewed meanwhile. Never rejects. */
export async function runQueued(deps: Deps, { job, taken, leaseSeconds, signal }: Taken): Promise<void> {
  const lost = new AbortController()
  const renewal = keepLease(deps, { taken, leaseSeconds, lost })
  const context = { id: taken.id, signal: AbortSignal.any([signal, lost.signal]) }
  const end = await attempt(() => job.run(deps, JSON.parse(taken.payload), context))
  clearInterval(renewal)
  await settle(deps, { taken, end, interrupted: context.signal.aborted }).catch((err) =>
    deps.log.error(
      { err, kind: taken.kind },
      'the end of queued work could not be noted; it will be repeated',
    ),
  )
}

type End = 'done' | { error: unknown }

async function attempt(run: () => Promise<void>): Promise<End> {
  try {
    await run()
    return 'done'
  } catch (error) {
    return { error }
  }
}

async function settle(
  { db, log, now }: Deps,
  { taken, end, interrupted }: { taken: TakenWork; end: End; interrupted: boolean },
): Promise<void> {
  if (end === 'done') return finishWork(db, taken)
  if (interrupted) return giveBack(db, taken)
  const { kind, attempts, created } = taken
  const error = withoutSecrets(String(end.error)).slice(0, LONGEST_ERROR)
  const tooOld = now().getTime() - Date.parse(created) > GIVE_UP_AFTER_MS
  if (tooOld || end.error instanceof Hopeless) {
    log.error({ err: end.error, kind, attempts, job: taken.id }, 'queued work was given up')
    return giveUpWork(db, taken, error)
  }
  const againSeconds = retrySeconds(attempts, LONGEST_WAIT_SECONDS)
  log.warn({ err: end.error, kind, attempts, job: taken.id, againSeconds }, 'queued work failed')
  await failRun(db, taken, { error, againSeconds })
}
