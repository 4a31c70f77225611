import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './content-encoding.ts'

type Effort = 'quick' | 'thorough'

const BROTLI_QUALITY: Record<Effort, number> = { quick: 4, thorough: 9 }
const GZIP_LEVEL: Record<Effort, number> = { quick: 4, thorough: 9 }

/**
 * Compresses off the main thread. Quick is for an answer that somebody waits for (about 1 ms for 60 kB), thorough for
 * one that will be sent again and again.
 */
export function compress(
  body: Buffer,
  encoding: Exclude<Encoding, 'identity'>,
  effort: Effort,
): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body, { level: GZIP_LEVEL[effort] })
  return promisify(brotliCompress)(body, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}
