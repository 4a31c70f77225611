import type { Exchange } from '#server/http/exchange.ts'
import { addVariant, type BufferedResponse, type Variant } from './buffered-response.ts'
import { bodyIn } from './compress.ts'
import { isNotModified } from './conditional.ts'
import { acceptedEncoding, type Encoding } from './content-encoding.ts'

/**
 * Sends a response in the best encoding that the client accepts, or 304 if the client has it. @param options more flat
 * headers; `onVariant` is called after an encoding was added to the response
 */
export async function sendBuffered(
  exchange: Exchange,
  response: BufferedResponse,
  { headers = [], onVariant }: { headers?: readonly string[]; onVariant?: () => void } = {},
): Promise<void> {
  const { etag, status } = response
  if (etag && status === 200 && isNotModified(exchange.req.headers, { etag }))
    return exchange.send(304, [...headers, ...withoutType(response.headers)])
  const variant = variantFor(exchange, response, onVariant)
  const { body, headers: own } = variant instanceof Promise ? await variant : variant
  exchange.send(status, [...own, ...headers], body)
}

/** Waits only if an encoding must be made. */
function variantFor(
  exchange: Exchange,
  response: BufferedResponse,
  onVariant?: () => void,
): Variant | Promise<Variant> {
  const encoding = response.compressible ? acceptedEncoding(exchange.req) : 'identity'
  return response.variants[encoding] ?? encoded(exchange, response, { encoding, onVariant })
}

async function encoded(
  { trace }: Exchange,
  response: BufferedResponse,
  { encoding, onVariant }: { encoding: Encoding; onVariant: (() => void) | undefined },
): Promise<Variant> {
  const began = performance.now()
  const body = await bodyIn(response, encoding, 'quick')
  trace.spend('compression', performance.now() - began)
  // Another request, or the recompression, may have been quicker.
  const variant = response.variants[encoding] ?? addVariant(response, encoding, body)
  onVariant?.()
  return variant
}

/** A 304 repeats the headers that caches need, but not those of the body. */
function withoutType(headers: readonly string[]): string[] {
  return headers.filter((_, index) => headers[index - (index % 2)] !== 'Content-Type')
}
