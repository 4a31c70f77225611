/** Milliseconds without a byte until a transfer counts as lost. */
const STALL_MS = 30_000
/** Large enough for quick writing, small enough to free memory along the way. */
const BLOCK_BYTES = 1 << 20

export type Blocks = Uint8Array<ArrayBuffer>[]

/**
 * Fetches a whole film. @param onBytes gets the size of each piece
 * @throws Error if it is not `size` bytes long; TypeError or DOMException if it fails or `signal` aborts
 */
export async function fetchFilm(
  { url, size }: { url: string; size: number },
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<Blocks> {
  const stall = new AbortController()
  let timer = setTimeout(() => stall.abort(), STALL_MS)
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, stall.signal]) })
    if (!response.ok || !response.body) throw new Error(`The film was answered with ${response.status}`)
    const film = new Film(size)
    for await (const piece of piecesOf(response.body)) {
      clearTimeout(timer)
      timer = setTimeout(() => stall.abort(), STALL_MS)
      film.append(piece)
      onBytes(piece.byteLength)
    }
    return film.whole()
  } finally {
    clearTimeout(timer)
  }
}

class Film {
  readonly #size: number
  readonly #blocks: Blocks = []
  #length = 0

  constructor(size: number) {
    this.#size = size
  }

  append(piece: Uint8Array): void {
    if (this.#length + piece.byteLength > this.#size) throw new Error('The film is longer than announced')
    for (let taken = 0; taken < piece.byteLength; ) {
      const at = this.#length % BLOCK_BYTES
      if (at === 0) this.#blocks.push(new Uint8Array(Math.min(BLOCK_BYTES, this.#size - this.#length)))
      const part = piece.subarray(taken, taken + BLOCK_BYTES - at)
      this.#blocks.at(-1)?.set(part, at)
      this.#length += part.byteLength
      taken += part.byteLength
    }
  }

  whole(): Blocks {
    if (this.#length !== this.#size) throw new Error(`The film has ${this.#length} bytes of ${this.#size}`)
    return this.#blocks
  }
}

/** Safari's streams are not iterable yet. */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
  } finally {
    // After an early exit the rest must not be fetched.
    reader.cancel().catch(() => {})
  }
}
