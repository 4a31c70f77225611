import type { UploadLine } from '#contract/studio/clips/uploads.ts'
import type { Deps } from '#server/deps.ts'
import { type Polling, startPolling } from '#server/poll.ts'
import { changedLines } from './upload-lines.ts'

/** A change must be committed within this time of its `updated`. */
const WINDOW_SECONDS = 15
const EVERY_MS = 1_000

type Listener = (uploads: UploadLine[]) => void

/** Tells listeners about changed uploads: one poll of the database a second, for any number of listeners. */
export class WatchedUploads {
  readonly #deps: Pick<Deps, 'db' | 'log'>
  readonly #everyMs: number
  readonly #listeners = new Set<Listener>()
  #polling: Polling | undefined
  /** Last state passed on, by id. */
  #lines = new Map<string, string>()
  #isFirst = true

  constructor(deps: Pick<Deps, 'db' | 'log'>, everyMs = EVERY_MS) {
    this.#deps = deps
    this.#everyMs = everyMs
  }

  /** Returns a function that stops listening. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    this.#polling ??= this.#start()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#polling?.stop()
      this.#polling = undefined
    }
  }

  #start(): Polling {
    this.#isFirst = true
    const { log } = this.#deps
    return startPolling(() => this.#turn(), { name: 'studio events', everyMs: this.#everyMs, log })
  }

  async #turn(): Promise<void> {
    const lines = await changedLines(this.#deps.db, WINDOW_SECONDS)
    const texts = new Map(lines.map((line) => [line.id, JSON.stringify(line)]))
    const fresh = lines.filter(({ id }) => this.#lines.get(id) !== texts.get(id))
    this.#lines = texts
    // A new listener has just read everything.
    const isNews = !this.#isFirst && fresh.length > 0
    this.#isFirst = false
    if (isNews) for (const listener of this.#listeners) listener(fresh)
  }
}
