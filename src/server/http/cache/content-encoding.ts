import type { IncomingMessage } from 'node:http'
import Negotiator from 'negotiator'

export type Encoding = 'br' | 'gzip' | 'identity'

const COMPRESSIBLE =
  /^(?:text\/|image\/svg\+xml|application\/(?:javascript|json|manifest\+json|xml|atom\+xml))/

/** Browsers send a handful of forms, and parsing one takes 3 µs. */
const remembered = new Map<string, Encoding>()
const MOST_REMEMBERED = 200

/** Whether compression makes this media type smaller. */
export function isCompressible(contentType: string): boolean {
  return COMPRESSIBLE.test(contentType)
}

/** The best of our encodings for this client. */
export function acceptedEncoding({ headers }: IncomingMessage): Encoding {
  const accept: unknown = headers['accept-encoding']
  return chooseEncoding(typeof accept === 'string' ? accept : undefined)
}

/** The best of our encodings that an Accept-Encoding header allows. */
export function chooseEncoding(accept: string | undefined): Encoding {
  if (!accept) return 'identity'
  const known = remembered.get(accept)
  if (known) return known
  const encoding = negotiate(accept)
  if (remembered.size < MOST_REMEMBERED) remembered.set(accept, encoding)
  return encoding
}

function negotiate(accept: string): Encoding {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accept } })
  // @ts-expect-error: the types lack `preferred`, which negotiator has since 1.0.
  return negotiator.encoding(['br', 'gzip'], { preferred: ['br'] }) ?? 'identity'
}
