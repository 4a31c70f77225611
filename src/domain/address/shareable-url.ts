import { LIST_PARAMETERS } from './list-query.ts'

/** Query parameters that are safe to share: list filters and campaign tags. */
const ALLOWED = new Set<string>([
  ...LIST_PARAMETERS,
  ...['offset', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'],
])

/** A licence number reveals what the licence is for. */
const LICENCE_NUMBER = /(\/(?:licence|verify)\/)[^/]+/

/** Replaces a removed part, if its position in the path reveals what it was. */
const HIDDEN = '$1-'

/**
 * Removes secrets from a URL: unknown parameters (keys, tokens, checkout ids), credentials, the fragment (mailed
 * links carry tokens there) and licence numbers. Takes and returns a whole URL or a path; other text stays.
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

/** The same for each string in a value, at any depth. */
export function withShareableUrls<Value>(value: Value): Value {
  if (typeof value === 'string') return shareableUrl(value) as Value
  if (Array.isArray(value)) return value.map(withShareableUrls) as Value
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withShareableUrls(inner)]),
  ) as Value
}
