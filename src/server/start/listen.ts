import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { watchInvalidations } from '#server/cache-invalidation.ts'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { loadRenderer } from '#server/http/cache/astro-renderer.ts'
import { Pages } from '#server/http/cache/pages.ts'
import { answerClientError } from '#server/http/client-error.ts'
import { drain } from '#server/http/draining.ts'
import { Front } from '#server/http/front.ts'
import { DEFAULT_LIMITS, type Limits } from '#server/http/limits.ts'
import { MediaFiles } from '#server/http/media/media.ts'
import { StaticFiles } from '#server/http/static/static-files.ts'

interface ListenOptions {
  config: Config
  deps: Deps
  limits?: Partial<Limits> | undefined
  /** The built site. */
  dist: string
}

/** Opens the port in front of the built site. */
export async function listen({ config, deps, dist, ...options }: ListenOptions) {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const pages = new Pages({ render: await loadRenderer(dist, config.site.url), deps })
  const media = new MediaFiles({ deps, keys: config.mediaKeys })
  const files = new StaticFiles(join(dist, 'client'))
  let draining = false
  const front = new Front({ config, deps, limits, pages, media, files, draining: () => draining })
  const server = httpServer(front, deps, limits)
  await listening(server, config.listen)
  const watch = watchInvalidations(deps, (tags) => {
    pages.clear(tags)
    media.revalidate()
  })
  return {
    url: addressOf(server, config.listen.host),
    async close() {
      draining = true
      await drain(server, limits.drain)
      await watch.stop()
      media.close()
    },
  }
}

function httpServer(front: Front, { log }: Deps, limits: Limits): Server {
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
