import { cut, LONGEST } from '#server/search/text/cut.ts'
import type { Analysis, JapaneseWord } from '#server/search/text/japanese/words.ts'
import { memoize } from '#server/search/text/memoize.ts'
import { isHiragana } from '#server/search/text/scripts.ts'
import { foldedText, type Segment, segmentsOf, type Word } from '#server/search/text/segments.ts'
import { japaneseToken, keywordToken, type Token } from '#server/search/text/tokens.ts'
import { readingOf, surfaceOf, type Unit, unitsOf } from '#server/search/text/units.ts'
import { type TextTokens, textTokens } from './clip-tokens.ts'
import { clipWords } from './clip-words.ts'
import type { SearchedClip } from './searched-clips.ts'

/** The part of a clip that the vocabulary counts. */
export interface CountedClip {
  /** Every Latin word, once. */
  words: ReadonlySet<Word>
  /** Every Japanese content word of titles and keywords, and every whole keyword, by dictionary form. */
  japanese: ReadonlyMap<string, Pick<JapaneseWord, 'base' | 'reading'>>
  keywords: readonly Keyword[]
  /** The creator's name; empty for nobody's clip. */
  creator: string
  /** The Japanese words to store with the clip; undefined if they are stored. */
  storedWords?: string
}

/** A clip's texts in pieces: English first, then Japanese. */
export interface ReadClip extends CountedClip {
  titles: readonly Segment[][]
  titleUnits: readonly Unit[][]
  descriptions: readonly Segment[][]
}

export interface Keyword {
  keyword: string
  locale: 'en' | 'ja'
  segments: Segment[]
  units: readonly Unit[]
  /** The form that scoring reads. */
  surface: string
  /** Its reading in hiragana; empty if any of its words has none. */
  reading: string
  token: Token
  tokens: TextTokens
}

/**
 * Reads a clip's texts. Titles and keywords say what it is about, so only they are read for Japanese words and
 * concepts; a description matches literally.
 */
export function readClip(clip: SearchedClip): ReadClip {
  const titles = [segmentsOf(clip.title), segmentsOf(clip.title_ja)]
  const descriptions = [segmentsOf(clip.description), segmentsOf(clip.description_ja)]
  const keywordTexts = [...keywordsOf(clip.keywords, 'en'), ...keywordsOf(clip.keywords_ja, 'ja')]
  const keywordPieces = keywordTexts.map(({ segments }) => segments)
  const { analysis, stored } = clipWords([...titles, ...keywordPieces], clip.words)
  const keywords = keywordTexts.map(({ keyword, locale }) => readKeyword[locale](keyword, analysis))
  const titleUnits = titles.map((segments) => unitsOf(segments, analysis))
  return {
    titles,
    titleUnits,
    descriptions,
    words: latinWordsOf([...titles, ...descriptions, ...keywordPieces]),
    japanese: japaneseWordsOf(titleUnits, keywords),
    keywords,
    creator: cut(clip.user_name.toWellFormed(), LONGEST.keyword),
    ...(stored === undefined ? {} : { storedWords: stored }),
  }
}

interface KeywordText {
  keyword: string
  locale: Keyword['locale']
  segments: Segment[]
}

/** Keywords with at least one word. */
function keywordsOf(json: string, locale: Keyword['locale']): KeywordText[] {
  const keywords: KeywordText[] = []
  for (const whole of JSON.parse(json) as string[]) {
    const keyword = cut(whole, LONGEST.keyword)
    const segments = keywordSegments(keyword)
    if (segments.length > 0) keywords.push({ keyword, locale, segments })
  }
  return keywords
}

const keywordSegments = memoize(segmentsOf)

const readKeyword = {
  en: memoize((keyword, analysis: Analysis) => parseKeyword({ keyword, locale: 'en' }, analysis)),
  ja: memoize((keyword, analysis: Analysis) => parseKeyword({ keyword, locale: 'ja' }, analysis)),
}

function parseKeyword(
  { keyword, locale }: { keyword: string; locale: Keyword['locale'] },
  analysis: Analysis,
): Keyword {
  const segments = keywordSegments(keyword)
  const units = unitsOf(segments, analysis)
  const whole = wholeRun(segments, units)
  return {
    keyword,
    locale,
    segments,
    units,
    surface: surfaceOf(units),
    reading: whole !== undefined && isHiragana(whole) ? whole : readingOf(units),
    token: keywordToken(foldedText(segments)),
    tokens: textTokens(units, whole === undefined ? undefined : japaneseToken(whole)),
  }
}

/** A keyword of several Japanese words also counts as one, so that other spellings find 盆踊り. */
function wholeRun(segments: readonly Segment[], units: readonly Unit[]): string | undefined {
  const [run, more] = segments
  return run?.kind === 'run' && !more && units.length > 1 ? run.text : undefined
}

function latinWordsOf(texts: readonly (readonly Segment[])[]): Set<Word> {
  const words = new Set<Word>()
  for (const segments of texts)
    for (const segment of segments) if (segment.kind === 'word') words.add(segment)
  return words
}

function japaneseWordsOf(texts: readonly Unit[][], keywords: readonly Keyword[]): CountedClip['japanese'] {
  const found = new Map<string, Pick<JapaneseWord, 'base' | 'reading'>>()
  const addWords = (units: readonly Unit[]) => {
    for (const { word, token } of units) if (word && token !== undefined) found.set(word.base, word)
  }
  for (const units of texts) addWords(units)
  for (const { segments, units, reading } of keywords) {
    addWords(units)
    const base = wholeRun(segments, units)
    if (base !== undefined) found.set(base, { base, reading })
  }
  return found
}

/** The keys of a keyword: its words, also without the first one or two. Unstemmed, for search as you type. */
export function keysOf(segments: readonly Segment[]): string[] {
  const words = segments.map((segment) => (segment.kind === 'word' ? segment.surface : segment.text))
  const keys = words.slice(0, KEYS).map((_, at) => cut(words.slice(at).join(' '), LONGEST.keyword))
  return [...new Set(keys)]
}

const KEYS = 3
