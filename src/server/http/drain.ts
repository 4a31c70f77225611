import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Idle connections stay open this long at first: their next request may already be on its way. */
const IDLE_GRACE_MS = 1000
const CHECK_MS = 100

/** Refuses new connections, answers open ones and closes; cuts busy ones after `longest` ms. */
export async function drain(server: Server, longest: number): Promise<void> {
  let open = true
  // Not http's own close(): it drops idle connections at once, even if a client has just sent a request.
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
