import type { SitePath } from './locale-path.ts'

const LONGEST = 200
/** A slash would end the segment of a path, and search reads a hyphen as a space. */
const SEPARATORS = /[\s\p{Cc}/\\-]+/gu

/**
 * The key of a creator, from any spelling of the name or from the key itself. Names that differ only in case, width,
 * spaces, hyphens or slashes are one creator. Empty if nothing is left.
 */
export function creatorKey(name: string): string {
  const plain = name.toWellFormed().normalize('NFKC').toLowerCase().normalize('NFKC')
  const cut = plain.replace(SEPARATORS, '-').replace(/^-/, '').slice(0, LONGEST)
  const key = cut.replace(/[\ud800-\udbff]$|-$/, '')
  // Browsers read these as folders.
  return key === '.' || key === '..' ? `${key}-` : key
}

/** The page of a creator's clips; undefined for a name without a key. `creatorInPath` reads it. */
export function creatorPath(name: string): SitePath | undefined {
  const key = creatorKey(name)
  return key === '' ? undefined : `/by/${encodeURIComponent(key)}`
}

/** The name in a percent-encoded path, in either language. */
export function creatorInPath(path: string): string {
  return decodeURIComponent(/\/by\/([^/]*)$/.exec(path)?.[1] ?? '')
}
