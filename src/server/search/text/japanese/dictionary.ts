import { createRequire } from 'node:module'
import type { Tokenizer } from 'lindera-wasm-nodejs-ipadic'
import { foldKana } from '#server/search/text/fold.ts'
import { isKana, isKatakana } from '#server/search/text/scripts.ts'
import type { JapaneseWord, WordKind } from './words.ts'

/** Change it whenever the same text gives other words, so that stored words are recomputed. */
export const DICTIONARY_VERSION = 'ipadic-3'

/** A token from the dictionary (IPADIC's parts of speech). A number or an unknown word has no `baseForm`. */
interface Morpheme {
  surface: string
  baseForm?: string
  reading?: string
  partOfSpeech: string
  partOfSpeechSubcategory1?: string
  partOfSpeechSubcategory2?: string
}

let tokenizer: Tokenizer | undefined

/**
 * The words of a run of Japanese, katakana as written and kanji folded. The first call loads the dictionary: 0.3 s and
 * 140 MB.
 */
export function wordsOfRun(run: string): JapaneseWord[] {
  tokenizer ??= load()
  return morphemes(run, tokenizer).map(wordOf)
}

/** Where something is, though the dictionary has it as a name: 山の上 is a station, too. */
const PLACE_LIKE_NAME = /^([山木])(の)([上下])$/

function morphemes(run: string, tokenizer: Tokenizer): Morpheme[] {
  const found = withoutLoneLetters(tokenizer.tokenize(run) as Morpheme[])
  return found.flatMap((one) => {
    const [, ...parts] = PLACE_LIKE_NAME.exec(one.surface) ?? []
    return parts.length > 0 ? parts.flatMap((part) => tokenizer.tokenize(part) as Morpheme[]) : one
  })
}

/** A letter before other katakana is no word: the dictionary reads ドローン as ド and ローン, a loan. */
function withoutLoneLetters(found: readonly Morpheme[]): Morpheme[] {
  const joined: Morpheme[] = []
  for (const morpheme of found) {
    const letter = joined.at(-1)?.surface ?? ''
    const isLone = /^[ァ-ヺ]$/.test(letter) && !isKatakana(joined.at(-2)?.surface ?? '')
    if (isLone && isKatakana(morpheme.surface))
      joined[joined.length - 1] = { surface: letter + morpheme.surface, partOfSpeech: 'UNK' }
    else joined.push(morpheme)
  }
  return joined
}

/** Not imported at the top: processes that read no Japanese do not need it. */
function load(): Tokenizer {
  const { TokenizerBuilder } = createRequire(import.meta.url)(
    'lindera-wasm-nodejs-ipadic',
  ) as typeof import('lindera-wasm-nodejs-ipadic')
  const builder = new TokenizerBuilder()
  builder.setDictionary('embedded://ipadic')
  builder.setMode('normal')
  return builder.build()
}

function wordOf(morpheme: Morpheme): JapaneseWord {
  const { surface: written, baseForm = written } = morpheme
  const [surface, base] = [foldKana(written), foldKana(baseForm)]
  const word = {
    written,
    surface,
    base,
    reading: readingOf(morpheme, { surface, base }),
    kind: kindOf(morpheme),
  }
  return morpheme.partOfSpeech === 'UNK' ? { ...word, unknown: true } : word
}

/** The dictionary gives the reading of the written form: 歩い is あるい, so 歩く is あるく. */
function readingOf({ reading }: Morpheme, { surface, base }: { surface: string; base: string }): string {
  if (reading === undefined || reading === '*') return isKana(surface) ? base : ''
  const read = foldKana(reading)
  if (surface === base) return read
  const [, ending = ''] = /^[\p{Script=Han}々]*(.*)$/u.exec(surface) ?? []
  const stem = surface.slice(0, surface.length - ending.length)
  if (!base.startsWith(stem) || !read.endsWith(ending)) return ''
  return read.slice(0, read.length - ending.length) + base.slice(stem.length)
}

/** Auxiliary verbs: する, いる, なる. */
const HELPING = new Set(
  'する 為る ある 有る いる 居る なる 成る できる 出来る れる られる くる くださる'.split(' '),
)

/** Suffixes of names and jobs: 花嫁さん is 花嫁. */
const POLITE = new Set('さん 様 さま ちゃん 君 くん 氏 達 たち 等 ら'.split(' '))

function kindOf({
  partOfSpeech,
  partOfSpeechSubcategory1: detail,
  partOfSpeechSubcategory2: use,
  baseForm = '',
}: Morpheme): WordKind {
  if (partOfSpeech === '動詞') return detail !== '自立' || HELPING.has(baseForm) ? 'function' : 'verb'
  if (partOfSpeech === '形容詞') return detail === '自立' ? 'adjective' : 'function'
  if (partOfSpeech === '副詞') return 'adverb'
  if (partOfSpeech === '接頭詞') return 'prefix'
  if (partOfSpeech === 'UNK' || partOfSpeech === '感動詞') return 'noun'
  if (partOfSpeech !== '名詞') return 'function'
  // 月 of 5月 is no moon.
  if (POLITE.has(baseForm) || use === '助数詞') return 'function'
  if (detail === '固有名詞') return 'name'
  if (detail === '数') return 'number'
  // きれい of きれいな夜景 is a quality.
  if (detail === '形容動詞語幹') return 'adjective'
  return detail === '非自立' || detail === '代名詞' ? 'function' : 'noun'
}
