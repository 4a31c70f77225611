import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { AppError } from '#contract/errors.ts'
import { distFolder } from '#server/build/dist-folder.ts'
import { startModule } from '#server/build/own-process.ts'
import type { RenderLocals, RenderRequest } from '#server/http/cache/astro-renderer.ts'
import type { Encoding } from '#server/http/cache/content-encoding.ts'
import type { RenderedPage } from '#server/http/cache/page-cache.ts'
import type { RenderPage } from '#server/http/cache/rendered-page.ts'
import { publishSignal, type Signals } from '#server/trace/signals.ts'
import { currentTrace, type Trace } from '#server/trace/trace.ts'

/** Below the server, since cached pages go first; above the worker that renders films. */
const NICENESS = 5

/** A renderer's task. */
export interface RenderTask {
  id: number
  request: RenderRequest
  requestId: string
  encoding: Encoding
}

export type RendererMessage = RenderTask | 'cleared' | 'close'

export interface RendererAnswer {
  id: number
  page?: RenderedPage | undefined
  error?: string
  locals: Pick<RenderLocals, 'route' | 'isUnavailable'>
  time: Trace['time']
  queries: number
  signals: ['query' | 'search', Signals['query'] & Signals['search']][]
}

/** Renders at once in one renderer: while one waits for its database, another goes on. */
const AT_ONCE = 4
/** Renders that may wait for one renderer. More would come too late to be useful. */
const MOST_WAITING = 64
/** Renders per second from which renderers start: in a quiet shop they would only take memory. */
const BUSY = 10
/** Renderers end after this long without work. */
const IDLE_MS = 5 * 60_000
/** Pause after a renderer failed. */
const PAUSE_MS = 2_000
const CLOSING_MS = 2_000
/**
 * Lets the heap, with the pages that arrive, grow to three times what is alive before all of it is collected. Not for
 * Node's command line: compiled code from before, without the flag, would be refused.
 */
const SELDOM_COLLECTED = '--heap-growing-percent=200'

/** One per core; none on a single core, where they would only compete. */
export function renderersFor(wanted: number | 'auto', processors = availableParallelism()): number {
  if (wanted !== 'auto') return wanted
  return processors === 1 ? 0 : Math.min(processors, 8)
}

interface Options {
  /** The process's own settings, as text. */
  env: NodeJS.ProcessEnv
  /** Signals with a listener here, which renderers send back. */
  forwarded: readonly ('query' | 'search')[]
  most: number
  /** Renders in this process. */
  inline: RenderPage
  log: Logger
}

/**
 * Processes that render pages which are the same for all visitors. They start when the shop is busy and end after a
 * while without work. Until one is ready, this process renders.
 */
export class Renderers {
  readonly #options: Options
  readonly #renderers = new Set<Renderer>()
  #lately = { second: 0, renders: 0 }
  /** Since a failure; 'closed' for good. */
  #pause: NodeJS.Timeout | 'closed' | undefined
  #asked = 0
  #idle: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Renders a GET of a public address. */
  readonly render: RenderPage = async (request, locals, encoding) => {
    const renderer = this.#leastBusy()
    if (!renderer) return this.#renderInline(request, locals, encoding)
    this.#idle?.refresh()
    const task = { id: ++this.#asked, request, requestId: locals.requestId, encoding }
    const { page, error, ...answer } = await renderer.ask(task)
    Object.assign(locals, answer.locals)
    const trace = currentTrace()
    for (const [part, ms] of Object.entries(answer.time)) trace?.spend(part as keyof Trace['time'], ms)
    if (trace) trace.queries += answer.queries
    for (const [name, message] of answer.signals) publishSignal(name, () => message)
    if (error !== undefined) throw new Error(error)
    if (page) page.response.body = asBuffer(page.response.body)
    return page
  }

  /** Call it after a change: the renderers' counts are outdated. */
  cleared(): void {
    for (const renderer of this.#renderers) renderer.post('cleared')
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    if (this.#pause !== 'closed') clearTimeout(this.#pause)
    this.#pause = 'closed'
    await Promise.all([...this.#renderers].map((renderer) => renderer.close()))
  }

  #leastBusy(): Renderer | undefined {
    const ready = [...this.#renderers].filter(({ isReady }) => isReady)
    return ready.length > 0 ? ready.reduce((a, b) => (b.busy < a.busy ? b : a)) : undefined
  }

  #renderInline(...given: Parameters<RenderPage>): ReturnType<RenderPage> {
    const second = Math.floor(performance.now() / 1000)
    this.#lately = second === this.#lately.second ? this.#lately : { second, renders: 0 }
    if (++this.#lately.renders >= BUSY) this.#start()
    return this.#options.inline(...given)
  }

  #start(): void {
    if (this.#pause) return
    setFlagsFromString(SELDOM_COLLECTED)
    while (this.#renderers.size < this.#options.most) this.#startOne()
    this.#idle ??= setTimeout(() => this.#rest(), IDLE_MS).unref()
  }

  #goOn(): void {
    this.#pause = undefined
    this.#start()
  }

  #startOne(): void {
    const { env, forwarded, log } = this.#options
    const child = startModule('start/renderer', {
      niceness: NICENESS,
      args: forwarded,
      env: { ...env, NODE_COMPILE_CACHE: join(distFolder(), 'server/.compiled') },
    })
    const renderer = new Renderer(child, log)
    this.#renderers.add(renderer)

    void renderer.ended.then((reason) => {
      this.#renderers.delete(renderer)
      if (reason === undefined) return
      log.error({ err: reason, pid: child.pid }, 'renderer ended')
      this.#pause ??= setTimeout(() => this.#goOn(), PAUSE_MS).unref()
    })
  }

  #rest(): void {
    this.#idle = undefined
    for (const renderer of this.#renderers) void renderer.close()
  }
}

/** One renderer and its unanswered tasks. */
class Renderer {
  isReady = false
  /** Resolves when it has ended; with the reason if that was unexpected. */
  readonly ended: Promise<unknown>
  readonly #process: ChildProcess
  readonly #asked = new Map<number, PromiseWithResolvers<RendererAnswer>>()
  readonly #limit = pLimit(AT_ONCE)
  #closing = false
  #hasEnded = false

  constructor(child: ChildProcess, log: Logger) {
    this.#process = child
    child.unref()
    child.channel?.unref()
    child.on('message', (message: 'ready' | RendererAnswer) => {
      if (message === 'ready') {
        this.isReady = !this.#closing
        log.debug({ pid: child.pid }, 'renderer ready')
      } else this.#asked.get(message.id)?.resolve(message)
    })
    this.ended = new Promise((resolve) => {
      const end = (reason: unknown) => {
        this.isReady = false
        this.#hasEnded = true
        for (const { reject } of this.#asked.values())
          reject(new AppError('unavailable', 'the renderer ended'))
        resolve(this.#closing ? undefined : reason)
      }
      child.on('error', end)
      child.on('exit', (code, cause) => end(new Error(`it ended with ${cause ?? code}`)))
    })
  }

  /** Tasks running and waiting. */
  get busy(): number {
    return this.#limit.activeCount + this.#limit.pendingCount
  }

  /** @throws AppError('unavailable') if too many wait */
  async ask(task: RenderTask): Promise<RendererAnswer> {
    if (this.#limit.pendingCount >= MOST_WAITING)
      throw new AppError('unavailable', 'too many pages wait to be rendered')
    return this.#limit(async () => {
      if (this.#hasEnded) throw new AppError('unavailable', 'the renderer ended')
      const asked = Promise.withResolvers<RendererAnswer>()
      this.#asked.set(task.id, asked)
      this.post(task)
      return asked.promise.finally(() => this.#asked.delete(task.id))
    })
  }

  post(message: RendererMessage): void {
    // If it has ended, its 'exit' answers the tasks.
    this.#process.send(message, () => {})
  }

  /** Answers its tasks first. */
  async close(): Promise<void> {
    this.#closing = true
    this.isReady = false
    const until = performance.now() + CLOSING_MS
    while (this.busy > 0 && performance.now() < until) await sleep(20)
    this.#process.ref()
    this.post('close')
    await Promise.race([this.ended, sleep(CLOSING_MS, undefined, { ref: false })])
    this.#process.kill('SIGKILL')
  }
}

/** A buffer comes through as bytes, or as a buffer. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
