import { type Expression, type SqlBool, sql } from 'kysely'
import { beginsWith } from '#server/db/begins-with.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import { choosersOf, chosenQueries } from '#server/search/choices/choices.ts'
import { keysOf } from '#server/search/index/read-clip.ts'
import { foldLatin, normalise } from '#server/search/text/fold.ts'
import { romajiPrefixSounds, soundOfRomaji } from '#server/search/text/japanese/romaji.ts'
import { soundOf } from '#server/search/text/japanese/sound.ts'
import { lazy } from '#server/search/text/memoize.ts'
import { hasJapanese, isKana } from '#server/search/text/scripts.ts'
import { segmentsOf } from '#server/search/text/segments.ts'
import { type SynonymGroup, spellingsOf, synonyms } from '#server/search/text/synonyms.ts'

interface Candidate {
  keyword: string
  /** Clips with the keyword; at least one. */
  clips: number
}

/**
 * Keywords of the catalogue with this beginning, in any known spelling: きょ, kyo and 京 all lead to 京都. Those in the
 * script that is typed come first, then those after which people chose clips, then those of most clips.
 */
export async function keywordsFrom(db: Db, text: string, limit: number): Promise<string[]> {
  const typed = typedKey(text)
  const sounds = soundsFrom(text)
  const keys = [...synonymKeys(typed, sounds), ...(await chosenKeys(db, text, limit))]
  const isSounding = sql.join<SqlBool>(
    sounds.map((sound) => beginsWith('sound', sound)),
    sql` or `,
  )
  const candidates = [
    ...(await keywordsWhere(db, beginsWith('key', typed), limit)),
    // Keywords in kanji by the beginning of their reading: らん and ran lead to 欄間.
    ...(sounds.length > 0 ? await keywordsWhere(db, sql`(${isSounding})`) : []),
    ...(keys.length > 0 ? await keywordsWhere(db, oneOf(db, 'key', keys.slice(0, MOST_KEYS))) : []),
  ]
  const clipsOf = new Map(candidates.map(({ keyword, clips }) => [keyword, clips]))
  const isForeign = (keyword: string) => hasJapanese(keyword) !== hasJapanese(text)
  const people = await choosersOf(db, [...clipsOf.keys()])
  return [...clipsOf]
    .sort(
      ([a, clipsOfA], [b, clipsOfB]) =>
        Number(isForeign(a)) - Number(isForeign(b)) ||
        (people.get(b) ?? 0) - (people.get(a) ?? 0) ||
        clipsOfB - clipsOfA ||
        (a < b ? -1 : 1),
    )
    .map(([keyword]) => keyword)
}

/** Those of most clips. */
function keywordsWhere(db: Db, condition: Expression<SqlBool>, limit = MOST_SYNONYMS): Promise<Candidate[]> {
  return db
    .selectFrom('search_keywords')
    .select(['keyword', 'clips'])
    .where(condition)
    .where('clips', '>', 0)
    .orderBy('clips', 'desc')
    .orderBy('keyword')
    .limit(limit)
    .execute()
}

/** Two letters of romaji begin hundreds of words; more are of no use. */
const MOST_KEYS = 400
const MOST_SYNONYMS = 20

/** Keys of keywords after which people chose clips, even if few clips have them. */
async function chosenKeys(db: Db, text: string, limit: number): Promise<string[]> {
  return (await chosenQueries(db, text, limit)).flatMap((query) => keyOf(query) || [])
}

/** The loose sounds that the typed text may begin: romaji in any system from two letters on, or kana. */
export function soundsFrom(text: string): string[] {
  const typed = normalise(text).replace(/[\s'’-]/g, '')
  if (LATIN.test(typed)) return romajiPrefixSounds(typed)
  return isKana(typed) ? [soundOf(typed)] : []
}

const LATIN = /^[\p{Script=Latin}\p{M}]+$/u

/** Finds the groups with a text that begins so, in the order of the texts. */
function byBeginning(textsOf: (group: SynonymGroup) => readonly string[]) {
  const entries = synonyms().flatMap((group) => textsOf(group).map((text) => ({ text, group })))
  entries.sort((a, b) => (a.text < b.text ? -1 : 1))
  const byFirst = Map.groupBy(entries, ({ text }) => text[0])
  return (start: string) =>
    (start === '' ? entries : (byFirst.get(start[0]) ?? []))
      .filter(({ text }) => text.startsWith(start))
      .map(({ group }) => group)
}

const byWriting = lazy(() => byBeginning((group) => spellingsOf(group).map(keyOf)))
const bySound = lazy(() => byBeginning(soundsOf))

function soundsOf({ ja = [], kana = [], romaji = [] }: SynonymGroup): string[] {
  const readings = [...ja, ...kana].map(normalise).filter((text) => isKana(text))
  return [
    ...readings.map(soundOf),
    ...romaji.flatMap((text) => soundOfRomaji(text.replace(/[\s'-]/g, '')) ?? []),
  ]
}

/** Groups of the thesaurus with a spelling or a Japanese reading that begins so (typedKey, soundsFrom). */
export function groupsFrom(typed: string, sounds: readonly string[]) {
  return {
    written: [...new Set(byWriting()(typed))],
    heard: [...new Set(sounds.flatMap(bySound()))],
  }
}

/** Most spellings shown per group. */
const SHOWN = 4

/**
 * Keys of the keywords to show for a typed beginning: in both languages if a spelling matches. If only the sound does,
 * in Japanese: `ra` may become ランタン, but nobody who means a lantern types it.
 */
function synonymKeys(typed: string, sounds: readonly string[]): string[] {
  const { written, heard } = groupsFrom(typed, sounds)
  return [
    ...written.flatMap(({ ja = [], en = [] }) => [...ja, ...en].slice(0, SHOWN)),
    ...heard.flatMap(({ ja = [], kana = [] }) => [...ja, ...kana].slice(0, SHOWN)),
  ].map(keyOf)
}

/** The key that a typed text begins; empty if there is none. A stop word may become a longer word: `to` may be 東京. */
export function typedKey(text: string): string {
  const word = foldLatin(normalise(text).trim())
  return keyOf(text) || (/^[\p{L}\p{N}]+$/u.test(word) ? word : '')
}

function keyOf(text: string): string {
  return keysOf(segmentsOf(text))[0] ?? ''
}
