import { searchPath } from '#domain/address/search-path.ts'
import { CATEGORIES } from '../../../tests/support/catalogue/fill-catalogue.ts'
import { QUERY_KINDS, searchQueries } from '../search/search-queries.ts'

/** Coprime with any round number of clips, so that no clip comes twice. */
const STRIDE = 388_967
/** Tries until a new URL comes; most are new. */
const MOST_TRIES = 20
/** The deepest page of a list that crawlers follow. */
const DEEPEST = 10_000

/**
 * Crawlers' requests to a large library: URLs by kind, in both languages, none of them twice, however often `take` is
 * called.
 */
export function tailPaths(clips: number): Map<string, (count: number) => string[]> {
  const clipAt = (n: number) => 1 + ((n * STRIDE) % clips)
  const texts = searchTexts(clips)
  const kinds = {
    'clip pages': (n: number) => `${locale(n)}/m/${clipAt(n)}`,
    'category pages': (n: number) => `${locale(n)}/t/${categoryAt(n)}?offset=${offsetAt(n)}`,
    'search pages': (n: number) => `${locale(n)}${searchPath(texts(n))}`,
    'API, clip': (n: number) => `/api/medias/${clipAt(n)}`,
    'API, related': (n: number) => `/api/medias/${clipAt(n)}/related`,
    'API, search': (n: number) => `/api/medias/search?q=${encodeURIComponent(texts(n))}`,
  }
  return new Map(Object.entries(kinds).map(([kind, pathOf]) => [kind, taker(pathOf)]))
}

function taker(pathOf: (n: number) => string): (count: number) => string[] {
  const taken = new Set<string>()
  let n = 0
  return (count) => {
    const paths: string[] = []
    for (const end = n + MOST_TRIES * count; paths.length < count; n++) {
      const path = pathOf(n)
      if (!taken.has(path)) paths.push(path)
      taken.add(path)
      if (n === end) throw new Error(`no more URLs like ${path}`)
    }
    return paths
  }
}

const locale = (n: number) => (n % 2 === 0 ? '' : '/ja')
const categoryAt = (n: number) => CATEGORIES[(n >> 1) % CATEGORIES.length]!
const offsetAt = (n: number) => 1 + (((n >> 4) * 7) % DEEPEST)

/** Texts of searches, generated in portions, a few of each kind in turn. */
function searchTexts(clips: number): (n: number) => string {
  const kinds = Object.keys(QUERY_KINDS).filter((kind) => kind !== 'nothing')
  const known: string[] = []
  let portion = 0
  return (n) => {
    while (n >= known.length) {
      portion += 500
      const made = kinds.map((kind) => searchQueries(kind, { count: portion, clips }).slice(portion - 500))
      for (let at = 0; at < 500; at++) known.push(...made.map((queries) => queries[at]!.text))
    }
    return known[n]!
  }
}
