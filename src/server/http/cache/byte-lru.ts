/** Keeps what was used last, up to a number of bytes in all. */
export class ByteLru<Value> {
  readonly #maxBytes: number
  readonly #entries = new Map<string, { value: Value; bytes: number }>()
  readonly #onEvict: (value: Value) => void
  #bytes = 0

  constructor(maxBytes: number, onEvict: (value: Value) => void = () => {}) {
    this.#maxBytes = maxBytes
    this.#onEvict = onEvict
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Also tells again what a kept value weighs. What is larger than a quarter of the room is not kept. */
  set(key: string, value: Value, bytes: number): void {
    this.delete(key, value)
    if (bytes > this.#maxBytes / 4) return
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.delete(oldest)
    }
  }

  /** `keep` is a value that is only being put back, and so is not evicted. */
  delete(key: string, keep?: Value): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
    if (entry.value !== keep) this.#onEvict(entry.value)
  }

  deleteWhere(matches: (value: Value) => boolean): void {
    for (const [key, { value }] of this.#entries) if (matches(value)) this.delete(key)
  }

  clear(): void {
    this.deleteWhere(() => true)
  }
}
