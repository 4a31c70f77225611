import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** An idle connection is kept this long after the end has begun: its next request may already be on its way. */
const IDLE_GRACE_MS = 1000
const CHECK_MS = 100

/**
 * Takes no new connection, lets every request that is under way or still arrives on an open connection be answered,
 * then closes. Connections that are still busy after `longest` milliseconds are cut.
 */
export async function drain(server: Server, longest: number): Promise<void> {
  let open = true
  // Not http's own close(): it drops idle connections at once, with the request that a client has just sent.
  NetServer.prototype.close.call(server, () => {
    open = false
  })
  const started = performance.now()
  while (open) {
    const elapsed = performance.now() - started
    if (elapsed >= longest) server.closeAllConnections()
    else if (elapsed >= IDLE_GRACE_MS) server.closeIdleConnections()
    await sleep(Math.min(CHECK_MS, longest))
  }
}
