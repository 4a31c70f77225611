import { hash } from 'node:crypto'
import type { Encoding } from './content-encoding.ts'

/** A response with its bytes in memory, ready to be sent many times. */
export interface BufferedResponse {
  status: number
  /** Pattern of the route that made it. */
  route?: string
  /** Absent if the response must not be kept. */
  etag?: string
  /** Complete: flat names and values. */
  headers: readonly string[]
  body: Buffer
}

interface BufferedBody {
  /** Flat names and values. */
  headers: readonly string[]
  body: Buffer
  /** Of the body. */
  encoding: Encoding
  /** Whether clients with another Accept-Encoding get other bytes. */
  varies: boolean
  /** Whether a client may ask if it has the response already. */
  validate: boolean
}

/** Bytes that the object around the body takes, roughly. */
const OVERHEAD = 2048

export function bufferedResponse(
  status: number,
  { headers, body, encoding, varies, validate }: BufferedBody,
): BufferedResponse {
  const etag = validate ? `W/"${hash('sha1', body, 'base64url')}"` : undefined
  return {
    status,
    ...(etag && { etag }),
    headers: [
      ...headers,
      ...(etag ? ['ETag', etag] : []),
      ...(varies ? ['Vary', 'Accept-Encoding'] : []),
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      ...['Content-Length', String(body.length)],
    ],
    body,
  }
}

/** Bytes of memory. */
export function sizeOf({ body }: BufferedResponse): number {
  return body.length + OVERHEAD
}
