import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { OWN_PROGRAM, startCommand } from '#server/build/own-process.ts'
import type { Deps } from '#server/deps.ts'
import { dueKinds } from '#server/jobs/job-rows.ts'
import { startPolling } from '#server/poll.ts'
import { INGEST } from '#server/uploads/queue-ingest.ts'

const LOOK_MS = 5_000
/** After a worker failed, for example without ffmpeg. */
const PAUSE_MS = 60_000

/**
 * Renders uploads in a process of its own, at low priority, so that visitors do not wait. Starts it while there is
 * work.
 */
export function startOwnWorker({ db, log, events }: Pick<Deps, 'db' | 'log' | 'events'>) {
  let child: ChildProcess | undefined
  let notBefore = 0

  async function look(): Promise<void> {
    if (child || performance.now() < notBefore || (await dueKinds(db, [INGEST])).length === 0) return
    child = startCommand(['worker', '--jobs', '1', '--until-idle'], { stdio: ['pipe', 'inherit', 'inherit'] })
    child.once('error', (err) => log.error({ err }, 'worker not started'))
    child.once('close', (code, cause) => {
      child = undefined
      if (code === 0) return
      notBefore = performance.now() + PAUSE_MS
      log.error({ code, cause }, 'worker ended; uploads wait')
    })
  }

  if (!existsSync(OWN_PROGRAM))
    log.warn({ program: OWN_PROGRAM }, 'no worker started: the sources are missing')
  const polling = startPolling(look, { name: 'own worker', everyMs: LOOK_MS, log })
  events.on('jobQueued', polling.wake)
  return {
    /** The next worker continues its uploads. */
    async stop(): Promise<void> {
      events.off('jobQueued', polling.wake)
      await polling.stop()
      if (!child) return
      child.removeAllListeners('close')
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
