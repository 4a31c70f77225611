import { isDatabaseAway } from '#server/db/database-error.ts'
import type { Deps } from '#server/deps.ts'
import type { RunningJobs } from '#server/jobs/run-jobs.ts'
import { handleEvents } from './handle-events.ts'

/** For what other processes took, and for what is to be tried again. */
const POLL_MS = 2_000
/** Loading the library takes longer than anybody who pays should wait; the start of the server comes first. */
const LOAD_AFTER_MS = 3_000
const GRACE_MS = 5_000

/** Handles webhooks as they come, at once those that this process has taken. Does nothing where nothing is sold. */
export function runInbox(deps: Deps, { pollMs = POLL_MS } = {}): RunningJobs {
  const { payments, log } = deps
  if (payments.mode === 'off') return { stop: async () => {} }
  const stopping = new AbortController()
  const { signal } = stopping
  let failing = false

  async function turn(): Promise<void> {
    try {
      await handleEvents(deps, { signal })
      failing = false
    } catch (err) {
      if (signal.aborted) return
      // Said once, not at every turn for as long as the database is away.
      if (!failing || !isDatabaseAway(err)) log.error({ err }, 'webhooks wait')
      failing = true
    }
  }

  const load = () =>
    payments.stripe().catch((err: unknown) => log.error({ err }, 'Stripe’s library is missing'))
  const loading = setTimeout(load, LOAD_AFTER_MS)
  loading.unref()
  const turns = (async () => {
    while (!signal.aborted) {
      await turn()
      await payments.inbox.wait(pollMs, signal)
    }
  })()
  return {
    async stop() {
      clearTimeout(loading)
      stopping.abort()
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, GRACE_MS)
      await Promise.race([turns, late])
      clearTimeout(timer)
    },
  }
}
