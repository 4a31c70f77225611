import { hash } from 'node:crypto'
import { type Encoding, isCompressible } from './content-encoding.ts'

/** One encoding of an answer: its bytes and all headers that depend on nothing but them. */
export interface Variant {
  body: Buffer
  headers: readonly string[]
}

/** An answer as finished bytes, ready to be written again and again. */
export interface Finished {
  status: number
  /** Weak, since every encoding of the answer has the same; absent where nobody may keep it. */
  etag?: string
  compressible: boolean
  /** Without Content-Length and Content-Encoding; flat names and values. */
  headers: readonly string[]
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant }
}

/** Compressing less than this costs more than it saves. */
const SMALLEST_COMPRESSED = 1024

/** `headers` hold the Content-Type; Vary is added here, and a validator where the answer may be kept. */
export function finish(
  status: number,
  { headers, body, validate }: { headers: readonly string[]; body: Buffer; validate: boolean },
): Finished {
  const compressible = isCompressible(headerOf(headers, 'Content-Type'))
  const etag = validate ? `W/"${hash('sha1', body, 'base64url')}"` : undefined
  const complete = [
    ...headers,
    ...(etag ? ['ETag', etag] : []),
    ...(compressible ? ['Vary', 'Accept-Encoding'] : []),
  ]
  return {
    status,
    ...(etag && { etag }),
    compressible: compressible && body.length >= SMALLEST_COMPRESSED,
    headers: complete,
    variants: { identity: variant(complete, 'identity', body) },
  }
}

/** Adds an encoding that was made of the identity's bytes. */
export function addVariant(finished: Finished, encoding: Encoding, body: Buffer): Variant {
  const made = variant(finished.headers, encoding, body)
  finished.variants[encoding] = made
  return made
}

/** Bytes of memory that all encodings take, with a little for what holds them. */
export function weightOf({ variants }: Finished): number {
  return Object.values(variants).reduce((sum, { body }) => sum + body.length, 2048)
}

function variant(headers: readonly string[], encoding: Encoding, body: Buffer): Variant {
  const coding = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
  return { body, headers: [...headers, ...coding, 'Content-Length', String(body.length)] }
}

function headerOf(headers: readonly string[], name: string): string {
  const index = headers.indexOf(name)
  return index < 0 ? '' : (headers[index + 1] ?? '')
}
