import type { Locale } from '#domain/address/locale-path.ts'
import type { Deps } from '#server/deps.ts'
import { hasJapanese, isHiragana } from '#server/search/text/scripts.ts'
import { segmentsOf } from '#server/search/text/segments.ts'
import { conceptWritten, keyOf } from '#server/search/text/synonyms.ts'
import { groupsFrom, keywordsFrom, soundsFrom, typedKey } from './suggest-keywords.ts'

const MOST = 8
/** Candidates in both languages, before choosing one language. */
const CANDIDATES = 30
const MOST_OTHERS = 3

/** Keywords for a clip with this beginning, in one language: the library's first, then the thesaurus's. */
export async function suggestWords(
  { db }: Pick<Deps, 'db'>,
  { text, locale }: { text: string; locale: Locale },
): Promise<string[]> {
  const typed = typedKey(text)
  if (typed === '') return []
  const ofLibrary = await keywordsFrom(db, text, CANDIDATES)
  const { written, heard } = groupsFrom(typed, soundsFrom(text))
  const ofThesaurus = [...written, ...heard].flatMap(({ en = [], ja = [] }) =>
    // In English a group may have many words; the person means those with this beginning.
    locale === 'ja' ? ja.slice(0, 1) : en.filter((word) => word.startsWith(typed)).slice(0, 1),
  )
  const words = [...ofLibrary, ...ofThesaurus].filter((word) => hasJapanese(word) === (locale === 'ja'))
  return [...new Set(words)].slice(0, MOST)
}

/** The other language's words for each keyword in the thesaurus, the usual one first. */
export function otherWords({ words, from }: { words: readonly string[]; from: Locale }) {
  return words.flatMap((word) => {
    const others = namesInOther(word, from)
    return others.length > 0 ? [{ word, others }] : []
  })
}

function namesInOther(word: string, from: Locale): string[] {
  const names = conceptWritten(keyOf(segmentsOf(word)))?.names ?? []
  const others = names.filter((name) => hasJapanese(name) === (from === 'en'))
  // Readings help to find a clip, but nobody writes 新宿 as しんじゅく.
  const written = others.filter((name) => !isHiragana(name))
  return (written.length > 0 ? written : others).slice(0, MOST_OTHERS)
}
