import { LIST_PARAMETERS } from '#domain/address/list-query.ts'
import { callOf } from '#server/http/call-at.ts'

/**
 * Every page whose answer is the same for all visitors, with the query parameters that change it. Other parameters
 * (`utm_source`, …) neither reach the page nor make a second copy of it.
 */
const PAGES = [
  { path: /^\/(?:ja\/)?embed\/[^/]+$/, query: ['loop', 'mute', 'muted'] },
  { path: /^\/(?:ja\/)?s$/, query: ['q'] },
  { path: /^\/(?:ja\/)?(?:s|t|by)\/[^/]+$/, query: ['offset', ...LIST_PARAMETERS] },
  { path: /^\/(?:ja\/?)?$/, query: ['offset'] },
  { path: /^\/(?!api(?:\/|$))/, query: [] },
].map(({ path, query }) => ({ path, names: query.sort() }))

/**
 * The canonical address of a public answer, which is also its cache key; undefined if the answer is not public. A call
 * that does not say how long it may be cached is made for each request, with everything the visitor sent.
 */
export function publicAddress(path: string, query: string): string | undefined {
  const names = isApi(path) ? namesOfCall(path) : PAGES.find((page) => page.path.test(path))?.names
  if (!names) return undefined
  if (query.length < 2 || names.length === 0) return path
  const given = new URLSearchParams(query)
  const relevant = new URLSearchParams()
  for (const name of names) {
    const value = given.get(name)
    if (value) relevant.set(name, value)
  }
  return relevant.size > 0 ? `${path}?${relevant}` : path
}

export const isApi = (path: string) => path.startsWith('/api/')

function namesOfCall(path: string): string[] | undefined {
  const call = callOf('GET', path)
  return call?.cache && Object.keys(call.query?.shape ?? {}).sort()
}
