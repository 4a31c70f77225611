import type { IncomingMessage, ServerResponse } from 'node:http'
import { EVERYTHING, watchInvalidations } from '#server/cache-invalidation.ts'
import { CountCache } from '#server/clips/count-cache.ts'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import type { Render } from '#server/http/cache/astro-renderer.ts'
import { Pages } from '#server/http/cache/pages.ts'
import { renderInTime } from '#server/http/cache/render-in-time.ts'
import { pageRenderer } from '#server/http/cache/rendered-page.ts'
import { Front } from '#server/http/front.ts'
import { DEFAULT_LIMITS, type Limits } from '#server/http/limits.ts'
import { MediaFiles } from '#server/http/media/media-files.ts'
import type { StaticFiles } from '#server/http/static/static-files.ts'
import { EventStream } from '#server/http/studio/event-stream.ts'
import { UploadRequests } from '#server/http/studio/upload-requests.ts'
import type { SetupGate } from '#server/setup/setup-gate.ts'
import type { Renderers } from './renderers.ts'

interface FrontOptions {
  config: Config
  deps: Deps
  render: Render
  /** Other processes that render public pages. */
  renderers?: Renderers | undefined
  /** The built files; in development Vite serves them. */
  files?: StaticFiles
  /** Of a shop that had no admin at the start. */
  setup?: SetupGate | undefined
  limits?: Partial<Limits> | undefined
}

export interface OpenFront {
  handle(req: IncomingMessage, res: ServerResponse): void
  /** Memory of cached pages. */
  cacheBytes(): number
  /** From now on answers tell clients to close their connection. */
  drain(): void
  close(): Promise<void>
}

/** Opens the front: pages and their cache, media, API. The page cache follows the database's invalidations. */
export function openFront({
  config,
  deps,
  render,
  renderers,
  files,
  setup,
  ...options
}: FrontOptions): OpenFront {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const counts = new CountCache()
  const renderPage = pageRenderer(render)
  const pages = new Pages({
    render: renderInTime(renderPage, limits, renderPage),
    ...(renderers && { renderPublic: renderInTime(renderers.render, limits, renderPage) }),
    deps: { ...deps, counts },
  })
  const media = new MediaFiles({ deps, config })
  const uploads = new UploadRequests(deps)
  const events = new EventStream(deps, limits)
  let draining = false
  const front = new Front({
    config,
    deps,
    limits,
    pages,
    media,
    uploads,
    events,
    files,
    setup,
    draining: () => draining,
  })
  const watch = watchInvalidations(deps, async (tags) => {
    if (tags.includes(EVERYTHING)) await deps.refreshShop()
    counts.clear()
    renderers?.cleared()
    pages.clear(tags)
    media.revalidate()
  })
  return {
    handle: (req, res) => front.handle(req, res),
    cacheBytes: () => pages.bytes,
    drain() {
      draining = true
      events.close()
      uploads.close()
    },
    async close() {
      await watch.stop()
      events.close()
      await uploads.close()
      media.close()
    },
  }
}
