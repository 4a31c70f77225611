export type Encoding = 'br' | 'gzip' | 'identity'

const COMPRESSIBLE =
  /^(?:text\/|image\/svg\+xml|application\/(?:javascript|json|manifest\+json|xml|atom\+xml))/
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
  const encoding = parseAcceptEncoding(accept)
  if (chosen.size < MOST_HEADERS) chosen.set(accept, encoding)
  return encoding
}

function parseAcceptEncoding(accept: string): Encoding {
  const weights = new Map(accept.toLowerCase().split(',').map(weightOf))
  const weight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [br, gzip] = [weight('br'), weight('gzip')]
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : 'identity'
}

function weightOf(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
  const q = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = q ? Number(q.slice(2)) : 1
  return [name, Number.isFinite(weight) ? weight : 0]
}
