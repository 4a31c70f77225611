import { creatorKey } from '#domain/address/creator-path.ts'
import type { Db } from '#server/db/schema.ts'
import { editDistanceOf } from '#server/search/text/japanese/edits.ts'

export interface Creator {
  key: string
  /** As most of the clips spell it. */
  name: string
}

/** The creator with a name, in any spelling and with the family name first or last. */
export async function findCreator(db: Db, name: string): Promise<Creator | undefined> {
  const key = creatorKey(name)
  if (key === '') return undefined
  const found = await named(db)
    .where('key', 'in', [key, wordsOf(key).toReversed().join('-')])
    .execute()
  return found.find((creator) => creator.key === key) ?? found[0]
}

/** Names compared with a misspelt one: those with most clips. */
const MOST_NAMES = 2_000

/**
 * The creator whose name is nearly the text, with or without spaces, or has a word that is. `isWhole`: a single word must
 * be right.
 */
export async function nearCreator(
  db: Db,
  text: string,
  { isWhole = false }: { isWhole?: boolean } = {},
): Promise<Creator | undefined> {
  const words = wordsOf(creatorKey(text))
  const typed = words.join('')
  const most = typosIn(typed, isWhole && words.length === 1)
  if (most === undefined) return undefined
  let [nearest, least] = [undefined as Creator | undefined, most + 1]
  for (const creator of await named(db).limit(MOST_NAMES).execute()) {
    const own = wordsOf(creator.key)
    const names = [own.join(''), own.toReversed().join(''), ...(words.length === 1 ? own : [])]
    const edits = Math.min(...names.map((name) => editDistanceOf(typed, name, most)))
    if (edits < least) [nearest, least] = [creator, edits]
  }
  return nearest
}

const wordsOf = (key: string) => key.split('-').filter(Boolean)

/** How many letters may be wrong; undefined for a text that is too short for a name. */
function typosIn(typed: string, isExact: boolean): number | undefined {
  const letters = [...typed].length
  if (letters < SHORTEST_LATIN && (letters < SHORTEST_JAPANESE || /[a-z]/.test(typed))) return undefined
  if (isExact || letters < SHORTEST_LATIN) return 0
  return letters < SHORTEST_WITH_TWO || /\p{Script=Han}/u.test(typed) ? 1 : 2
}

const SHORTEST_JAPANESE = 2
const SHORTEST_LATIN = 4
const SHORTEST_WITH_TWO = 8

/** Sitemaps take 50,000 addresses, two a creator. */
const MOST_LISTED = 20_000

/** Keys of all creators with clips, for the sitemap. */
export async function creatorKeys(db: Db): Promise<string[]> {
  const creators = await named(db).clearSelect().select('key').limit(MOST_LISTED).execute()
  return [...new Set(creators.map(({ key }) => key))]
}

/** By number of clips, the most first. */
function named(db: Db) {
  return db
    .selectFrom('search_creators')
    .select(['key', 'name'])
    .where('clips', '>', 0)
    .orderBy('clips', 'desc')
    .orderBy('name')
}
