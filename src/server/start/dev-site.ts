import type { IncomingMessage, ServerResponse } from 'node:http'
import { firstPrices } from '#server/billing/prices/refresh-prices.ts'
import { parseConfig } from '#server/config/config.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import type { Render } from '#server/http/cache/astro-renderer.ts'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { allJobs } from './job-list.ts'
import { openDeps } from './open-deps.ts'
import { openFront } from './open-front.ts'
import { startOwnWorker } from './own-worker.ts'

/** Milliseconds: Vite compiles a page's modules on its first request. */
const COMPILED = 60_000

export interface DevSite {
  handle(req: IncomingMessage, res: ServerResponse): void
  close(): Promise<void>
}

/** Everything that a process serves and runs, except the built site; settings come from the environment. */
export async function openDevSite(render: Render): Promise<DevSite> {
  const config = parseConfig(process.env)
  const deps = { ...(await openDeps(config)), checksAnswers: true }
  // A saved migration takes effect with the reload that it causes.
  await migrateToLatest(deps.db)
  await deps.refreshShop()
  await firstPrices(deps)
  const front = openFront({
    ...{ config, deps, render },
    limits: { answer: COMPILED, studioAnswer: COMPILED },
  })
  const jobs = runJobs(deps, allJobs(config))
  const worker = config.uploads.worker ? startOwnWorker(deps) : undefined
  return {
    handle: (req, res) => front.handle(req, res),
    async close() {
      await Promise.all([jobs.stop(), worker?.stop()])
      await front.close()
      await deps.close()
    },
  }
}
