import { setInterval } from 'node:timers'
import type { UploadLease } from '../upload-lease.ts'
import { free, type UploadWriter } from './upload-files.ts'

const MB = 1024 ** 2
const LARGEST = 8 * MB
const SMALLEST = MB
/** Bytes that all uploads of this process together keep in memory, unless there are very many. */
const IN_MEMORY = 96 * MB
/** A slow sender's bytes are stored after this time, so that a killed server loses few of them. */
const STORE_MS = 5_000

let writers = 0

/**
 * Collects bytes in memory and stores them as pieces, in order and one at a time, while the next one is collected. No
 * piece touches this machine's disk.
 */
export class PieceWriter implements UploadWriter {
  readonly #store: (piece: Buffer) => Promise<void>
  /** Two, used in turn. */
  readonly #buffers: [Buffer, Buffer]
  readonly #timer: NodeJS.Timeout
  #filled = 0
  #storing: Promise<void> | undefined
  #failed = false
  #error: unknown

  constructor(
    { bytes, received }: Pick<UploadLease, 'bytes' | 'received'>,
    store: (piece: Buffer) => Promise<void>,
    storeMs = STORE_MS,
  ) {
    this.#store = store
    writers++
    const share = Math.floor(IN_MEMORY / writers / 2)
    const size = Math.min(Math.max(share, SMALLEST), LARGEST, bytes - received)
    this.#buffers = [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(size)]
    this.#timer = setInterval(() => {
      if (this.#filled > 0 && !this.#storing && !this.#failed) this.#storeFilled()
    }, storeMs)
  }

  write(chunk: Buffer): Promise<void> | undefined {
    if (this.#failed) throw this.#error
    const taken = this.#collect(chunk)
    if (taken < chunk.length || this.#isFull) return this.#makeRoom(chunk, taken)
    free(chunk)
    return undefined
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    try {
      await this.#storing
      if (this.#filled > 0 && !this.#failed) await this.#storeFilled()
      if (this.#failed) throw this.#error
    } finally {
      writers--
      // A request that failed may still read its piece.
      if (!this.#failed) for (const buffer of this.#buffers) free(buffer)
    }
  }

  get #isFull(): boolean {
    return this.#filled === this.#buffers[0].length
  }

  /** Returns how many bytes fitted. */
  #collect(chunk: Buffer): number {
    const taken = chunk.copy(this.#buffers[0], this.#filled)
    this.#filled += taken
    return taken
  }

  async #makeRoom(chunk: Buffer, taken: number): Promise<void> {
    let done = taken
    do {
      await this.#storing
      if (this.#failed) throw this.#error
      if (this.#isFull) this.#storeFilled()
      done += this.#collect(chunk.subarray(done))
    } while (done < chunk.length)
    free(chunk)
  }

  /** Never rejects. */
  #storeFilled(): Promise<void> {
    const [buffer, other] = this.#buffers
    const piece = buffer.subarray(0, this.#filled)
    this.#buffers[0] = other
    this.#buffers[1] = buffer
    this.#filled = 0
    this.#storing = this.#store(piece)
      .catch((error: unknown) => {
        this.#failed = true
        this.#error = error
      })
      .finally(() => {
        this.#storing = undefined
      })
    return this.#storing
  }
}
