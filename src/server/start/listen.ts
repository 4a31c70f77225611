import { createServer, type Server } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { answerClientError } from '#server/http/client-error.ts'
import { DEFAULT_LIMITS, type Limits } from '#server/http/limits.ts'
import { letWait } from '#server/http/request-body.ts'
import type { OpenFront } from './open-front.ts'

/** Idle connections stay open this long at first: their next request may already be on its way. */
const IDLE_GRACE_MS = 1000
const CHECK_MS = 100

interface ListenOptions {
  config: Config
  deps: Deps
  front: OpenFront
  limits?: Partial<Limits> | undefined
}

/** Opens the port. `close()` finishes the requests under way, then closes the front. */
export async function listen({ config, deps, front, ...options }: ListenOptions) {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const server = httpServer(front, deps, limits)
  await listening(server, config.listen)
  return {
    url: addressOf(server, config.listen.host),
    async close() {
      front.drain()
      await drain(server, limits.drain)
      await front.close()
    },
  }
}

function httpServer(front: OpenFront, { log }: Deps, limits: Limits): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.headers,
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      connectionsCheckingInterval: limits.checkInterval,
    },
    (req, res) => front.handle(req, res),
  )
  server.on('checkContinue', (req, res) => {
    letWait(req, res)
    front.handle(req, res)
  })
  server.timeout = limits.idleTimeout
  server.on('clientError', (error, socket) => answerClientError(error, socket, log))
  return server
}

async function listening(server: Server, { host, port }: Config['listen']): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, resolve)
  await promise
  server.off('error', reject)
}

function addressOf(server: Server, host: string): URL {
  const { port } = server.address() as AddressInfo
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
}

/** Refuses new connections, answers open ones and closes; cuts busy ones after `longest` ms. */
async function drain(server: Server, longest: number): Promise<void> {
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
