import type { Exchange } from '#server/http/exchange.ts'
import { compress } from './compress.ts'
import { isNotModified } from './conditional.ts'
import { chooseEncoding } from './content-encoding.ts'
import { addVariant, type Finished, type Variant } from './finished.ts'

interface SendOptions {
  /** Extra flat headers. */
  headers?: readonly string[]
  /** Told when an encoding was added to the answer. */
  onVariant?: (finished: Finished) => void
}

/** Sends an answer in the best encoding that the client takes, or says that it already has it. */
export async function sendFinished(
  exchange: Exchange,
  finished: Finished,
  options: SendOptions = {},
): Promise<void> {
  const { headers = [] } = options
  const { etag } = finished
  if (etag && finished.status === 200 && isNotModified(exchange.req.headers, { etag }))
    return exchange.send(304, [...headers, ...withoutType(finished.headers)])
  const { body, headers: own } = ready(finished, exchange) ?? (await encoded(finished, exchange, options))
  exchange.send(finished.status, [...own, ...headers], body)
}

/** The variant that needs no work. */
function ready(finished: Finished, exchange: Exchange): Variant | undefined {
  if (!finished.compressible) return finished.variants.identity
  return finished.variants[chooseEncoding(encodingsOf(exchange))]
}

async function encoded(finished: Finished, exchange: Exchange, { onVariant }: SendOptions): Promise<Variant> {
  const encoding = chooseEncoding(encodingsOf(exchange))
  if (encoding === 'identity') return finished.variants.identity
  const body = await compress(finished.variants.identity.body, encoding, 'quick')
  const made = finished.variants[encoding] ?? addVariant(finished, encoding, body)
  onVariant?.(finished)
  return made
}

function encodingsOf({ req }: Exchange): string | undefined {
  const accept: unknown = req.headers['accept-encoding']
  return typeof accept === 'string' ? accept : undefined
}

/** A 304 repeats what a cache must know, and says nothing of a body that it has not. */
function withoutType(headers: readonly string[]): string[] {
  return headers.filter((_, index) => headers[index - (index % 2)] !== 'Content-Type')
}
