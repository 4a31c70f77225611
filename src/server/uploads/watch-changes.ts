import type { LibraryEvent, UploadsEvent } from '#contract/studio/uploads.ts'
import { databaseTime } from '#server/db/database-clock.ts'
import type { Deps } from '#server/deps.ts'
import { type Polling, startPolling } from '#server/poll.ts'
import { changedLines } from './upload-lines.ts'

/** A change must be committed within this time of its `updated`. */
const WINDOW_SECONDS = 15
const EVERY_MS = 1_000
/** Most changed clips to list by id. */
const MOST_CLIPS = 500

export interface Changes {
  uploads?: UploadsEvent
  library?: LibraryEvent
}

export type Listener = (changes: Changes) => void

/**
 * Tells listeners about changes in uploads and library: one poll of the database a second, for any number of listeners.
 */
export class WatchedChanges {
  readonly #deps: Pick<Deps, 'db' | 'log' | 'now'>
  readonly #everyMs: number
  readonly #listeners = new Set<Listener>()
  #polling: Polling | undefined
  /** Last state passed on, by id. */
  #lines = new Map<string, string>()
  #versions = new Map<number, number>()
  #isFirst = true

  constructor(deps: Pick<Deps, 'db' | 'log' | 'now'>, everyMs = EVERY_MS) {
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
    const [uploads, library] = [await this.#changedUploads(), await this.#changedClips()]
    // A new listener has just read everything.
    const isNews = !this.#isFirst && (uploads.length > 0 || library.changes.length > 0)
    this.#isFirst = false
    if (!isNews) return
    const changes: Changes = {
      ...(uploads.length > 0 && { uploads: { uploads } }),
      ...(library.changes.length > 0 && { library }),
    }
    for (const listener of this.#listeners) listener(changes)
  }

  async #changedUploads(): Promise<UploadsEvent['uploads']> {
    const lines = await changedLines(this.#deps.db, WINDOW_SECONDS)
    const texts = new Map(lines.map((line) => [line.id, JSON.stringify(line)]))
    const fresh = lines.filter(({ id }) => this.#lines.get(id) !== texts.get(id))
    this.#lines = texts
    return fresh
  }

  async #changedClips(): Promise<LibraryEvent> {
    const { db } = this.#deps
    const rows = await db
      .selectFrom('library')
      .select(['id', 'version'])
      .where('updated', '>', databaseTime(db, WINDOW_SECONDS))
      .orderBy('updated', 'desc')
      .limit(MOST_CLIPS)
      .execute()
    const changes = rows.filter(({ id, version }) => this.#versions.get(id) !== version)
    this.#versions = new Map(rows.map(({ id, version }) => [id, version]))
    return { changes, more: rows.length === MOST_CLIPS }
  }
}
