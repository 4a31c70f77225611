import { Readable } from 'node:stream'
import type { ByteRange } from './storage.ts'

/** Opens the rest of an object, from this byte. */
type OpenFrom = (start: number) => Promise<Readable>

/**
 * Reads part of an object and survives a source that breaks off: a slow reader's connection times out, or the store
 * hangs up. Reopens the rest when the reader wants more, so a paused reader holds no connection; fails when a
 * reopened source delivers nothing. Buffers no more than the two streams do.
 */
export class ResumedRead extends Readable {
  readonly #open: OpenFrom
  readonly #end: number
  #source: Readable | undefined
  #position: number
  /** Where the latest source began. */
  #openedAt: number
  #opening = false
  #wanted = false

  /** `first` is the open source. */
  constructor(first: Readable, { start, end }: ByteRange, open: OpenFrom) {
    super()
    this.#open = open
    this.#position = start
    this.#openedAt = start
    this.#end = end
    this.#use(first)
  }

  override _read(): void {
    this.#wanted = true
    if (this.#source) this.#source.resume()
    else if (!this.#opening) this.#reopen()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#source?.destroy()
    done(error)
  }

  #use(source: Readable): void {
    this.#source = source
    source.on('data', (chunk: Buffer) => {
      this.#position += chunk.length
      if (this.push(chunk)) return
      this.#wanted = false
      source.pause()
    })
    source.once('end', () => this.#sourceEnded(source, new Error('the object is shorter than it was')))
    source.on('error', (error) => this.#sourceEnded(source, error))
    source.once('close', () => this.#sourceEnded(source, new Error('the store hung up')))
    source.pause()
  }

  /** Handles the end of a source, expected or not, once. */
  #sourceEnded(source: Readable, reason: Error): void {
    if (this.#source !== source || this.destroyed) return
    this.#source = undefined
    source.destroy()
    if (this.#position > this.#end) return void this.push(null)
    // A reader that waits for more does not call _read again.
    if (!this.#wanted) return
    if (this.#position === this.#openedAt) this.destroy(reason)
    else this.#reopen()
  }

  #reopen(): void {
    this.#opening = true
    this.#openedAt = this.#position
    this.#open(this.#position)
      .then((source) => this.#resumeWith(source))
      .catch((error) => this.destroy(error))
  }

  #resumeWith(source: Readable): void {
    this.#opening = false
    if (this.destroyed) return void source.destroy()
    this.#use(source)
    source.resume()
  }
}
