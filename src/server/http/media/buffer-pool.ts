/** Buffers that are used again and again, so that sending a film makes no garbage. */
export class BufferPool {
  readonly size: number
  readonly #smallSize: number
  readonly #most: number
  readonly #free: Buffer[] = []
  #out = 0

  /** `most` large ones may be out at a time; beyond that, slow readers are given small ones. Sizes in bytes. */
  constructor({ size, smallSize, most }: { size: number; smallSize: number; most: number }) {
    this.size = size
    this.#smallSize = smallSize
    this.#most = most
  }

  /** How many are lent. */
  get out(): number {
    return this.#out
  }

  take(): Buffer {
    this.#out += 1
    if (this.#out > this.#most) return Buffer.allocUnsafeSlow(this.#smallSize)
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(this.size)
  }

  /** Nothing may read from the buffer any more. */
  give(buffer: Buffer): void {
    this.#out -= 1
    if (buffer.length === this.size && this.#free.length < this.#most) this.#free.push(buffer)
  }
}
