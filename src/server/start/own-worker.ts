import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { distFolder } from '#server/build/dist-folder.ts'
import type { Deps } from '#server/deps.ts'
import { dueKinds } from '#server/jobs/job-rows.ts'
import { startPolling } from '#server/poll.ts'
import { INGEST } from '#server/uploads/queue-ingest.ts'

const LOOK_MS = 5_000
/** After a worker that failed, such as for want of ffmpeg. */
const PAUSE_MS = 60_000

/**
 * Renders uploads in a process of its own, at low priority, so that visitors do not wait for it. It is started when there is
 * something to do, and ends when there is not.
 */
export function startOwnWorker({ db, log, events }: Pick<Deps, 'db' | 'log' | 'events'>) {
  const program = join(distFolder(), '../src/cli/nagare.ts')
  let child: ChildProcess | undefined
  let notBefore = 0

  async function look(): Promise<void> {
    if (child || Date.now() < notBefore || (await dueKinds(db, [INGEST])).length === 0) return
    child = spawnWorker(program)
    child.once('error', (err) => log.error({ err }, 'worker not started'))
    child.once('close', (code, cause) => {
      child = undefined
      if (code === 0) return
      notBefore = Date.now() + PAUSE_MS
      log.error({ code, cause }, 'worker ended; uploads wait')
    })
  }

  if (!existsSync(program)) log.warn({ program }, 'no worker of its own: the sources are not here')
  const polling = startPolling(look, { name: 'own worker', everyMs: LOOK_MS, log })
  events.on('jobQueued', polling.wake)
  return {
    /** Its uploads go on with the next worker. */
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

function spawnWorker(program: string): ChildProcess {
  const command = [process.execPath, program, 'worker', '--jobs', '1', '--until-idle']
  const stdio = ['pipe' as const, 'inherit' as const, 'inherit' as const]
  if (process.platform === 'win32') return spawn(command[0]!, command.slice(1), { stdio })
  return spawn('nice', ['-n', '10', ...command], { stdio })
}
