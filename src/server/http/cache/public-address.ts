const FILTERS = ['category', 'duration_from', 'duration_to', 'license_type', 'orientation', 'sort']

/**
 * Every address whose answer is the same for all visitors, with the query parameters that change the answer. Other
 * parameters (`utm_source`, …) neither reach the page nor make a second copy of it. An API path that is not listed is
 * rendered for each request, with everything the visitor sent.
 */
const PUBLIC = [
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
].map(({ path, query }) => ({ path, names: query.sort() }))

/** The canonical address of a public answer, which is also its cache key; undefined if the answer is not public. */
export function publicAddress(path: string, query: string): string | undefined {
  const route = PUBLIC.find((candidate) => candidate.path.test(path))
  if (!route) return undefined
  if (query.length < 2 || route.names.length === 0) return path
  const given = new URLSearchParams(query)
  const relevant = new URLSearchParams()
  for (const name of route.names) {
    const value = given.get(name)
    if (value) relevant.set(name, value)
  }
  return relevant.size > 0 ? `${path}?${relevant}` : path
}
