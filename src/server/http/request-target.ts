export interface Target {
  /**
   * The request's path in its canonical spelling: begins with one slash, has no empty, `.` or `..` segment and only
   * printable ASCII.
   */
  path: string
  /** Whether the client used the canonical spelling. */
  isCanonical: boolean
  /** With its question mark, or empty. */
  query: string
}

const PLAIN = /^\/$|^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/
/** Clips have numbers; elsewhere `007` is a name. */
const LEADING_ZEROS = /^(\/(?:(?:ja\/)?(?:m|embed)|api\/medias)\/)0+(?=\d+(?:\/|$))/
const PRINTABLE = /^[\x21-\x7e]+$/
const ABSOLUTE = /^https?:\/\/[^/?#]*/i
const CONTROL = /\p{Cc}/u

/** Parses the target, or returns the status to refuse it with. `//` is 404: it may read as a host name. */
export function parseTarget(url: string, longest: number): Target | 400 | 404 | 414 {
  if (url.length > longest) return 414
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const query = mark < 0 ? '' : url.slice(mark)
  if (PLAIN.test(path) && (query === '' || PRINTABLE.test(query))) return spelled(path, path, query)
  if (!PRINTABLE.test(url) || /[\\#<>"^`{|}]/.test(path)) return 400
  return checkPath(path.replace(ABSOLUTE, '') || '/', query)
}

function checkPath(path: string, query: string): Target | 400 | 404 {
  if (!path.startsWith('/')) return 400
  const decoded = decode(path)
  if (decoded === undefined || CONTROL.test(decoded)) return 400
  if (decoded.split(/[/\\]/).some((segment) => segment === '.' || segment === '..')) return 400
  return path.includes('//') ? 404 : spelled(path, reencode(path), query)
}

function spelled(path: string, reencoded: string, query: string): Target {
  const canonical = reencoded.replace(LEADING_ZEROS, '$1')
  return { path: canonical, isCanonical: canonical === path, query }
}

/** Spelled as in our own links: decoded once, encoded as `encodeURIComponent` does, without a slash at the end. */
function reencode(path: string): string {
  const segments = path.replace(/(?<=.)\/$/, '').split('/')
  return segments.map((segment) => encodeURIComponent(decodeURIComponent(segment))).join('/')
}

/** undefined for a malformed percent sign or UTF-8 sequence. */
function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
