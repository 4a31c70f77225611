import type { IncomingMessage, ServerResponse } from 'node:http'
import { runInbox } from '#server/billing/inbox/run-inbox.ts'
import { parseConfig } from '#server/config/config.ts'
import type { Render } from '#server/http/cache/astro-renderer.ts'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { runQueue } from '#server/jobs/run-queue.ts'
import { openDeps } from './open-deps.ts'
import { openFront } from './open-front.ts'
import { queuedJobs } from './queued.ts'
import { recurringJobs } from './recurring.ts'

export interface DevSite {
  handle(req: IncomingMessage, res: ServerResponse): void
  close(): Promise<void>
}

/** Everything that a process serves and runs, without the built site; settings come from the environment. */
export async function openDevSite(render: Render): Promise<DevSite> {
  const config = parseConfig(process.env)
  const deps = await openDeps(config)
  const front = openFront({ config, deps, render })
  const running = [runJobs(deps, recurringJobs(config)), runQueue(deps, queuedJobs()), runInbox(deps)]
  return {
    handle: (req, res) => front.handle(req, res),
    async close() {
      await Promise.all(running.map((each) => each.stop()))
      await front.close()
      await deps.close()
    },
  }
}
