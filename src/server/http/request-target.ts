export interface Target {
  /** Percent-encoded; begins with one slash, has no empty, `.` or `..` segment and only printable ASCII. */
  path: string
  /** With its question mark, or empty. */
  query: string
}

const PLAIN = /^\/$|^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/
const PRINTABLE = /^[\x21-\x7e]+$/
const ABSOLUTE = /^https?:\/\/[^/?#]*/i
const CONTROL = /\p{Cc}/u

/** Parses the target, or returns the status to refuse it with. `//` is 404: it may read as a host name. */
export function parseTarget(url: string, longest: number): Target | 400 | 404 | 414 {
  if (url.length > longest) return 414
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const query = mark < 0 ? '' : url.slice(mark)
  if (PLAIN.test(path) && (query === '' || PRINTABLE.test(query))) return { path, query }
  if (!PRINTABLE.test(url) || /[\\#<>"^`{|}]/.test(path)) return 400
  return checkPath(path.replace(ABSOLUTE, '') || '/', query)
}

function checkPath(path: string, query: string): Target | 400 | 404 {
  if (!path.startsWith('/')) return 400
  const decoded = decode(path)
  if (decoded === undefined || CONTROL.test(decoded)) return 400
  if (decoded.split(/[/\\]/).some((segment) => segment === '.' || segment === '..')) return 400
  return path.includes('//') ? 404 : { path, query }
}

/** undefined for a malformed percent sign or UTF-8 sequence. */
function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
