/** What an address may say beside its path to somebody else: filters of lists, and where visitors were sent from. */
const ALLOWED = new Set([
  ...['orientation', 'duration_from', 'duration_to', 'category', 'license_type', 'sort', 'offset'],
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'],
])

/** Who knows the number of a licence sees what it is for. */
const LICENCE_NUMBER = /(\/(?:licence|verify)\/)[^/]+/

/** Stands for what is taken away; only where the path says what it was. */
const HIDDEN = '$1-'

/**
 * An address without what lets somebody in: parameters that are not known to be harmless (keys, tokens, checkouts),
 * credentials, the fragment, which mailed links carry their token in, and numbers of licences. Takes a whole URL or a
 * path, and gives the same kind back; other text stays as it is.
 */
export function shareableUrl(text: string): string {
  const isPath = text.startsWith('/')
  const whole = isPath ? `http://path${text}` : text
  const url = /^https?:/i.test(whole) ? URL.parse(whole) : null
  if (!url) return text
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => ALLOWED.has(name)))
  const path = url.pathname.replace(LICENCE_NUMBER, HIDDEN)
  return `${isPath ? '' : url.origin}${path}${query.size > 0 ? `?${query}` : ''}`
}

/** The same for every text in a value, however deep. */
export function withShareableUrls<Value>(value: Value): Value {
  if (typeof value === 'string') return shareableUrl(value) as Value
  if (Array.isArray(value)) return value.map(withShareableUrls) as Value
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withShareableUrls(inner)]),
  ) as Value
}
