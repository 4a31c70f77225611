import { hash } from 'node:crypto'
import { type Encoding, isCompressible } from './content-encoding.ts'

export interface Variant {
  body: Buffer
  /** Complete: flat names and values. */
  headers: readonly string[]
}

/** A response with its bytes in memory, ready to be sent many times. */
export interface BufferedResponse {
  status: number
  /** Pattern of the route that made it. */
  route?: string
  /** Weak, since all encodings share it; absent if the response must not be kept. */
  etag?: string
  compressible: boolean
  /** Flat names and values, without Content-Length and Content-Encoding. */
  headers: readonly string[]
  /** One at least; the others are made of it when a client asks for them. */
  variants: Partial<Record<Encoding, Variant>>
}

/** Bytes; compressing less costs more than it saves. */
const SMALLEST_COMPRESSED = 1024
/** Bytes that the objects around the bodies take, roughly. */
const OVERHEAD = 2048

/** `headers` hold the Content-Type; adds Vary where it can be compressed, and an ETag if `validate`. */
export function bufferedResponse(
  status: number,
  { headers, body, validate }: { headers: readonly string[]; body: Buffer; validate: boolean },
): BufferedResponse {
  const compressible = isCompressible(contentTypeOf(headers))
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

/** `body` is the identity's, encoded. */
export function addVariant(response: BufferedResponse, encoding: Encoding, body: Buffer): Variant {
  const added = variant(response.headers, encoding, body)
  response.variants[encoding] = added
  return added
}

/** Bytes of memory, with all encodings. */
export function sizeOf({ variants }: BufferedResponse): number {
  return Object.values(variants).reduce((sum, { body }) => sum + body.length, OVERHEAD)
}

function variant(headers: readonly string[], encoding: Encoding, body: Buffer): Variant {
  const coding = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
  return { body, headers: [...headers, ...coding, 'Content-Length', String(body.length)] }
}

function contentTypeOf(headers: readonly string[]): string {
  const index = headers.indexOf('Content-Type')
  return index < 0 ? '' : (headers[index + 1] ?? '')
}
