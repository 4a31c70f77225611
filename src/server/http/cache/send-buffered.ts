import type { Exchange } from '#server/http/exchange.ts'
import type { BufferedResponse } from './buffered-response.ts'
import { isNotModified } from './conditional.ts'

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
