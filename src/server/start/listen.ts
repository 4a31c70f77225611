import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { answerClientError } from '#server/http/client-error.ts'
import { drain } from '#server/http/drain.ts'
import { DEFAULT_LIMITS, type Limits } from '#server/http/limits.ts'
import { letWait } from '#server/http/request-body.ts'
import type { OpenFront } from './open-front.ts'

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
