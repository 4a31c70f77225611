import { compress } from './compress.ts'
import { addVariant, type Finished } from './finished.ts'

/** Waiting answers beyond this are left as they are; they come again when they are sent again. */
const LONGEST_QUEUE = 100

/**
 * Makes the quickly compressed encodings of answers that are sent again smaller, one after another, so that it never
 * takes more than one of the machine's cores.
 */
export class ThoroughCompression {
  readonly #seen = new WeakSet<Finished>()
  readonly #queue: { finished: Finished; done: (finished: Finished) => void }[] = []
  #running = false

  /** To be called when a kept answer is sent; cheap after the first time. */
  improve(finished: Finished, done: (finished: Finished) => void): void {
    if (!finished.compressible || this.#seen.has(finished) || this.#queue.length >= LONGEST_QUEUE) return
    this.#seen.add(finished)
    this.#queue.push({ finished, done })
    if (!this.#running) void this.#work()
  }

  async #work(): Promise<void> {
    this.#running = true
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const { finished, done } = next
      for (const encoding of ['br', 'gzip'] as const) {
        // gzip is rare in browsers today, so it is improved only where it was asked for.
        if (encoding === 'gzip' && !finished.variants.gzip) continue
        const body = await compress(finished.variants.identity.body, encoding, 'thorough').catch(
          () => undefined,
        )
        if (body) addVariant(finished, encoding, body)
      }
      done(finished)
    }
    this.#running = false
  }
}
