import { EVENTS_PATH, type UploadsEvent } from '#contract/studio/clips/uploads.ts'
import type { Deps } from '#server/deps.ts'
import { EDITOR, requireCaller } from '#server/http/endpoint/bearer.ts'
import { codeOf, ERROR_STATUS } from '#server/http/endpoint/error-status.ts'
import type { Exchange } from '#server/http/exchange.ts'
import type { Limits } from '#server/http/limits.ts'
import { refuse } from '#server/http/refuse.ts'
import { NO_CONTENT_POLICY } from '#server/http/security-headers.ts'
import { WatchedUploads } from '#server/uploads/watch-uploads.ts'

/** Unread bytes after which a listener is cut off; it reconnects and reads everything again. */
const BACKLOG = 1024 * 1024
const HEADERS = [
  ...['Content-Type', 'text/event-stream; charset=utf-8', 'Cache-Control', 'no-store'],
  // Proxies that buffer answers would hold events back.
  ...['X-Accel-Buffering', 'no', ...NO_CONTENT_POLICY],
]

/** Sends the studio changed uploads as they happen. */
export class EventStream {
  readonly #deps: Deps
  readonly #heartbeatMs: number
  readonly #uploads: WatchedUploads
  readonly #open = new Set<() => void>()
  #closed = false

  /** Each heartbeat also checks the right. */
  constructor(deps: Deps, { heartbeat }: Pick<Limits, 'heartbeat'>) {
    this.#deps = deps
    this.#heartbeatMs = heartbeat
    this.#uploads = new WatchedUploads(deps)
  }

  /** Undefined if the request is not for this handler. */
  send(exchange: Exchange, path: string): Promise<void> | undefined {
    if (path !== EVENTS_PATH || exchange.method !== 'GET') return undefined
    exchange.route = EVENTS_PATH
    return this.#listen(exchange).catch((error) => {
      const code = codeOf(error)
      if (ERROR_STATUS[code] >= 500) throw error
      refuse(exchange, code)
    })
  }

  /** Ends every stream; the listeners reconnect to another process. */
  close(): void {
    this.#closed = true
    for (const end of this.#open) end()
  }

  async #listen(exchange: Exchange): Promise<void> {
    const { res, req } = exchange
    const { authorization } = req.headers
    await requireCaller(this.#deps, authorization, EDITOR)
    exchange.start(200, HEADERS)
    const write = (text: string) => {
      res.write(text)
      if (res.writableLength > BACKLOG) res.destroy()
    }
    write(': hello\n\n')
    const stop = this.#uploads.listen((uploads) => write(eventOf({ uploads })))
    const heartbeat = setInterval(async () => {
      const mayStay = await requireCaller(this.#deps, authorization, EDITOR).then(
        () => true,
        (error) => ERROR_STATUS[codeOf(error)] >= 500,
      )
      if (mayStay) write(': \n\n')
      else res.end()
    }, this.#heartbeatMs)
    const end = () => res.end()
    this.#open.add(end)
    res.once('close', () => {
      clearInterval(heartbeat)
      stop()
      this.#open.delete(end)
    })
    if (this.#closed || res.destroyed) end()
  }
}

const eventOf = (data: UploadsEvent) => `event: uploads\ndata: ${JSON.stringify(data)}\n\n`
