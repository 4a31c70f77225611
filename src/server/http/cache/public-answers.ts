const FILTERS = ['category', 'duration_from', 'duration_to', 'license_type', 'orientation', 'sort']

/**
 * Every address whose answer is the same for every visitor, with the query parameters that tell one answer from
 * another. The one place where they are declared: any other parameter (`utm_source`, …) neither reaches the page nor
 * makes a second copy of it. An API path that is not here is asked afresh, with all that the visitor sent.
 */
const PUBLIC: readonly { path: RegExp; query: readonly string[] }[] = [
  { path: /^\/api\/medias\/search$/, query: ['q', 'offset', 'facets', ...FILTERS] },
  { path: /^\/api\/medias\/categories(?:\/[^/]+)?$/, query: ['offset'] },
  { path: /^\/api\/medias\/\d+(?:\/related)?$/, query: ['offset'] },
  {
    path: /^\/api\/oembed$/,
    query: ['url', 'maxwidth', 'maxheight', 'format', 'loop', 'mute', 'muted'],
  },
  { path: /^\/(?:ja\/)?embed\/[^/]+$/, query: ['loop', 'mute', 'muted'] },
  { path: /^\/(?:ja\/)?s$/, query: ['q'] },
  { path: /^\/(?:ja\/)?[st]\/[^/]+$/, query: ['offset', ...FILTERS] },
  { path: /^\/(?:ja\/?)?$/, query: ['offset'] },
  { path: /^\/(?!api(?:\/|$))/, query: [] },
]

/** The canonical address of a public answer, also the key under which it is kept; undefined where it is not public. */
export function publicAddress(path: string, query: string): string | undefined {
  const route = PUBLIC.find((candidate) => candidate.path.test(path))
  if (!route) return undefined
  if (query.length < 2 || route.query.length === 0) return path
  const kept = new URLSearchParams()
  const given = new URLSearchParams(query)
  for (const name of route.query.toSorted()) {
    const value = given.get(name)
    if (value) kept.set(name, value)
  }
  return kept.size > 0 ? `${path}?${kept}` : path
}
