import { hash } from 'node:crypto'
import type { Exchange } from '#server/http/exchange.ts'
import { isNotModified } from './conditional.ts'
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

/** Sends a response, or 304 if the client has it. @param headers more flat names and values */
export function sendBuffered(
  exchange: Exchange,
  { status, etag, headers: own, body }: BufferedResponse,
  headers: readonly string[] = [],
): void {
  if (etag && status === 200 && isNotModified(exchange.req.headers, { etag }))
    exchange.send(304, [...headers, ...withoutBody(own)])
  else exchange.send(status, [...own, ...headers], body)
}

const OF_BODY = new Set(['Content-Type', 'Content-Encoding', 'Content-Length'])

/** A 304 repeats the headers that caches need, but not those of the body. */
function withoutBody(headers: readonly string[]): string[] {
  return headers.filter((_, index) => !OF_BODY.has(headers[index - (index % 2)]!))
}
