import { existsSync } from 'node:fs'
import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite'
import type { Render } from '#server/http/cache/astro-renderer.ts'
import type { DevSite } from './dev-site.ts'

/** Loaded by Vite, so that a saved server file takes effect with the next request. */
const DEV_SITE = '/src/server/start/dev-site.ts'
/** Vite's own paths and the modules that it serves to the browser. */
const VITE_PATH = /^\/(@|__|src\/|node_modules\/|\.astro\/|tools\/)/
/** At most once in ten seconds. */
const RELOAD = `if (Date.now() - (sessionStorage.reloaded ?? 0) > 10_000) {
  sessionStorage.reloaded = Date.now()
  location.reload()
}`
const RENDER_HEADER = 'x-nagare-render'
/** Where Astro's dev server looks for `Astro.locals`. */
const LOCALS = Symbol.for('astro.locals')

/** Puts our own front before `astro dev`: media, API, headers and jobs work as in production; nothing is cached. */
export function devServer(): Plugin {
  return {
    name: 'nagare:dev-server',
    apply: 'serve',
    // Named here, or Vite reloads the first page when it finds them.
    config: () => ({ optimizeDeps: { entries: ['src/islands/**/*.{ts,tsx}', 'src/stores/**/*.ts'] } }),
    configureServer(vite) {
      const rendering = new Map<string, App.Locals>()
      const site = reloadedSite(vite, renderThroughVite(vite, rendering))
      // As soon as Vite listens, so that jobs run before the first request.
      vite.httpServer?.once('listening', () => site.load().catch(() => {}))
      vite.httpServer?.once('close', () => site.close())
      vite.middlewares.use((req, res, next) => {
        if (req.url?.startsWith('/node_modules/')) reloadIfOutdated(res)
        next()
      })
      vite.middlewares.use(async (req, res, next) => {
        const path = (req.url ?? '/').split('?', 1)[0]!
        const locals = rendering.get(String(req.headers[RENDER_HEADER]))
        if (locals) Reflect.set(req, LOCALS, locals)
        if (locals || VITE_PATH.test(path) || isPublicFile(vite, path)) return next()
        try {
          const { handle } = await site.load()
          handle(req, res)
        } catch (error) {
          vite.ssrFixStacktrace(error as Error)
          next(error)
        }
      })
    },
  }
}

/** A page from before Vite bundled packages anew gets “504 (Outdated Optimize Dep)” for its scripts: it starts again. */
function reloadIfOutdated(res: ServerResponse): void {
  const end = res.end.bind(res) as (body?: unknown) => ServerResponse
  res.end = (body?: unknown) => {
    if (res.statusMessage !== 'Outdated Optimize Dep') return end(body)
    res.writeHead(200, 'OK', { 'Content-Type': 'text/javascript' })
    return end(RELOAD)
  }
}

function isPublicFile({ config }: ViteDevServer, path: string): boolean {
  return path !== '/' && !path.includes('..') && existsSync(join(config.publicDir, decodeURI(path)))
}

/** The site with the newest server code: a saved file closes the old one and opens a new one. */
function reloadedSite(vite: ViteDevServer, render: Render) {
  let module: typeof import('./dev-site.ts') | undefined
  let opened: Promise<DevSite> | undefined
  const ssr = vite.environments.ssr
  return {
    async load(): Promise<DevSite> {
      if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no server environment')
      const newest: typeof import('./dev-site.ts') = await ssr.runner.import(DEV_SITE)
      if (newest !== module) {
        module = newest
        const old = opened
        opened = Promise.resolve(old?.then((site) => site.close()).catch(() => {})).then(() =>
          newest.openDevSite(render),
        )
      }
      return opened!
    },
    async close(): Promise<void> {
      await opened?.then((site) => site.close())
    },
  }
}

/** Renders through Vite's own port; a header tells the middleware which locals to use. */
function renderThroughVite(vite: ViteDevServer, rendering: Map<string, App.Locals>): Render {
  return async ({ method, url, headers, body }, locals) => {
    const { address, port } = vite.httpServer!.address() as AddressInfo
    rendering.set(locals.requestId, locals as App.Locals)
    try {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
      request({
        host: address,
        port,
        method,
        path: url,
        headers: {
          ...withoutLength(headers),
          host: locals.deps.site.url.host,
          [RENDER_HEADER]: locals.requestId,
        },
      })
        .on('response', resolve)
        .on('error', reject)
        .end(body)
      const response = await promise
      return {
        status: response.statusCode ?? 500,
        headers: withPolicy(response.headers as Record<string, string>),
        body: await buffer(response),
      }
    } finally {
      rendering.delete(locals.requestId)
    }
  }
}

/** The body is sent whole, so Node sets its length. */
function withoutLength(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'content-length': _, 'transfer-encoding': __, ...others } = headers
  return others
}

/** Vite writes styles and scripts into pages, which the built site's policy forbids. */
function withPolicy(headers: Record<string, string>): Record<string, string> {
  return { ...headers, 'content-security-policy': "frame-ancestors 'none'" }
}
