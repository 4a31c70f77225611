import { creatorKey } from '#domain/address/creator-path.ts'
import type { Db } from '#server/db/schema.ts'

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

/** Names that a text is compared with: those with most clips. */
const MOST_NAMES = 2_000
/** Fewer letters begin too many names. */
const SHORT_NAME = /^.?$|^[a-z]{0,3}$/

/** The creator whose name has the text as a word, or is the text without spaces. */
export async function creatorCalled(db: Db, text: string): Promise<Creator | undefined> {
  const typed = wordsOf(creatorKey(text)).join('')
  if (SHORT_NAME.test(typed)) return undefined
  const creators = await named(db).limit(MOST_NAMES).execute()
  return creators.find(({ key }) => {
    const words = wordsOf(key)
    return words.includes(typed) || [words, words.toReversed()].some((name) => name.join('') === typed)
  })
}

const wordsOf = (key: string) => key.split('-').filter(Boolean)

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
