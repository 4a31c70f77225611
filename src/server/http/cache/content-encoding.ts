import Negotiator from 'negotiator'

export type Encoding = 'br' | 'gzip' | 'identity'

const COMPRESSIBLE =
  /^(?:text\/|image\/svg\+xml|application\/(?:javascript|json|manifest\+json|xml|atom\+xml))/
/** Remembered forms of the header. */
const MOST_HEADERS = 200

const chosen = new Map<string, Encoding>()

/** Whether a media type shrinks when it is compressed. */
export function isCompressible(contentType: string): boolean {
  return COMPRESSIBLE.test(contentType)
}

/** The best of ours that an `Accept-Encoding` takes. Browsers send a handful of forms, so answers are remembered. */
export function chooseEncoding(accept: string | undefined): Encoding {
  if (!accept) return 'identity'
  const known = chosen.get(accept)
  if (known) return known
  const encoding = negotiate(accept)
  if (chosen.size < MOST_HEADERS) chosen.set(accept, encoding)
  return encoding
}

function negotiate(accept: string): Encoding {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accept } })
  // @ts-expect-error: the types lack `preferred`, which negotiator has since 1.0.
  return negotiator.encoding(['br', 'gzip'], { preferred: ['br'] }) ?? 'identity'
}
