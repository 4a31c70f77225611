/** Milliseconds without a byte after which a transfer counts as lost. */
const STALL_MS = 30_000

/**
 * The whole of a film. @param onBytes is told how many came with each piece
 * @throws Error where it is not `size` bytes long, TypeError or DOMException where it does not come or `signal` aborts
 */
export async function fetchFilm(
  { url, size }: { url: string; size: number },
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<Uint8Array<ArrayBuffer>> {
  const stall = new AbortController()
  let timer = setTimeout(() => stall.abort(), STALL_MS)
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, stall.signal]) })
    if (!response.ok || !response.body) throw new Error(`The film was answered with ${response.status}`)
    const film = new Uint8Array(size)
    let length = 0
    for await (const piece of piecesOf(response.body)) {
      clearTimeout(timer)
      timer = setTimeout(() => stall.abort(), STALL_MS)
      film.set(piece, length)
      length += piece.byteLength
      onBytes(piece.byteLength)
    }
    if (length !== size) throw new Error(`The film has ${length} bytes of ${size}`)
    return film
  } finally {
    clearTimeout(timer)
  }
}

/** Safari's streams cannot be iterated yet. */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
  } finally {
    // Where it was given up half-way, the rest must not be fetched.
    reader.cancel().catch(() => {})
  }
}
