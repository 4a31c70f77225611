import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import pLimit from 'p-limit'
import { currentTrace } from '#server/trace/trace.ts'
import { addVariant, type BufferedResponse } from './buffered-response.ts'
import type { Encoding } from './content-encoding.ts'

type Effort = 'quick' | 'thorough'

/** A level of 9 takes a page fifteen times as long as 5, for one percent less. */
const BROTLI_QUALITY: Record<Effort, number> = { quick: 3, thorough: 5 }
/**
 * A power of two, in bytes. With the default of 22 each page's encoder allocates megabytes, which takes longer than
 * encoding.
 */
const BROTLI_WINDOW = 17
/** Pages fit in one piece, so that no second call is needed. */
const PIECE_BYTES = 64 * 1024
const GZIP_LEVEL: Record<Effort, number> = { quick: 4, thorough: 9 }
/** Further responses wait for their next request. */
const LONGEST_QUEUE = 100

/** The response's body in an encoding, made of one that it has. */
export async function bodyIn(
  { variants: { identity, br, gzip } }: BufferedResponse,
  encoding: Encoding,
  effort: Effort,
): Promise<Buffer> {
  const plain =
    identity?.body ??
    (br
      ? await promisify(brotliDecompress)(br.body, { chunkSize: PIECE_BYTES })
      : await promisify(gunzip)(gzip!.body))
  return encoding === 'identity' ? plain : compress(plain, encoding, effort)
}

/** Keeps only the encoding that a client asked for: a fifth of the bytes to hand over, and to keep. */
export async function pack(response: BufferedResponse, encoding: Encoding): Promise<void> {
  if (encoding === 'identity' || !response.compressible) return
  const began = performance.now()
  addVariant(response, encoding, await bodyIn(response, encoding, 'quick'))
  delete response.variants.identity
  currentTrace()?.spend('compression', performance.now() - began)
}

/** Off the main thread: `quick` (0.3 ms for 60 kB) while a visitor waits, `thorough` for what is sent many times. */
function compress(body: Buffer, encoding: Exclude<Encoding, 'identity'>, effort: Effort): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body, { level: GZIP_LEVEL[effort] })
  return promisify(brotliCompress)(body, {
    chunkSize: PIECE_BYTES,
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}

/** Compresses cached responses again, thoroughly and one at a time, so that it takes one core at most. */
export class Recompression {
  readonly #seen = new WeakSet<BufferedResponse>()
  readonly #limit = pLimit(1)

  /** Call it when a cached response is sent; cheap after the first time. */
  add(response: BufferedResponse, done: () => void): void {
    if (!response.compressible || this.#seen.has(response) || this.#limit.pendingCount >= LONGEST_QUEUE)
      return
    this.#seen.add(response)
    void this.#limit(() => recompress(response)).then(done)
  }
}

async function recompress(response: BufferedResponse): Promise<void> {
  const { variants } = response
  for (const encoding of ['br', 'gzip'] as const) {
    // Browsers rarely ask for gzip.
    if (encoding === 'gzip' && !variants.gzip) continue
    const body = await bodyIn(response, encoding, 'thorough').catch(() => undefined)
    if (body) addVariant(response, encoding, body)
  }
}
