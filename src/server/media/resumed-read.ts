import { Readable } from 'node:stream'

/** Opens what is left of an object, from this byte on. */
export type OpenFrom = (start: number) => Promise<Readable>

interface Part {
  /** Positions of the object's bytes, both included. */
  start: number
  end: number
}

/**
 * Reads a part of an object whose source may break off, because a slow reader let its connection stand still or because
 * the store hung up: what is left is then opened anew, but only once the reader wants more, so that who pauses holds
 * nothing. Fails when nothing came of what somebody waits for. No more waits in memory than the two streams' buffers hold.
 */
export class ResumedRead extends Readable {
  readonly #open: OpenFrom
  readonly #end: number
  #source: Readable | undefined
  #position: number
  /** Where the source began that broke off last, or that is being read. */
  #openedAt: number
  #opening = false
  #wanted = false

  /** `first` is the source that is open already. */
  constructor(first: Readable, { start, end }: Part, open: OpenFrom) {
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
    source.once('end', () => this.#left(source, new Error('the object is shorter than it was')))
    source.on('error', (error) => this.#left(source, error))
    source.once('close', () => this.#left(source, new Error('the store hung up')))
    source.pause()
  }

  /** The source has ended, well or not; heard of once. */
  #left(source: Readable, reason: Error): void {
    if (this.#source !== source || this.destroyed) return
    this.#source = undefined
    source.destroy()
    if (this.#position > this.#end) return void this.push(null)
    // Who waits for more does not ask for it again.
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
