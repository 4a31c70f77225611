import type { LicenseType } from '#domain/clips/license.ts'
import { orientationOf } from '#domain/clips/search-filters.ts'
import type { Engine } from '#server/db/engine.ts'
import { type Facets, facetTokens } from '#server/search/text/facet-tokens.ts'
import type { Analysis, JapaneseWord } from '#server/search/text/japanese/words.ts'
import { memoize } from '#server/search/text/memoize.ts'
import { isHiragana } from '#server/search/text/scripts.ts'
import { foldedText, type Segment, segmentsOf, type Word } from '#server/search/text/segments.ts'
import { TokenList } from '#server/search/text/token-list.ts'
import {
  inDescription,
  inTitle,
  japaneseToken,
  keywordToken,
  type Token,
} from '#server/search/text/tokens.ts'
import { readingOf, surfaceOf, type Unit, unitsOf } from '#server/search/text/units.ts'
import { ClipTokens, isLatinWord, isWider, type TextTokens, textTokens } from './clip-tokens.ts'
import { clipWords } from './clip-words.ts'
import { likenessOf } from './likeness.ts'

/** The columns of a clip that search reads; keywords are JSON arrays of text, the duration is in seconds. */
export interface SearchedClip {
  id: number
  title: string
  title_ja: string
  description: string
  description_ja: string
  keywords: string
  keywords_ja: string
  category: string
  license_type: LicenseType
  width: number
  height: number
  duration: number
  user_name: string
  dominant_color: string
  /** Its Japanese words, as ClipWords stores them; null before they are stored. */
  words: string | null
}

/** Everything that the index keeps of a clip. */
export interface ClipDocument {
  facets: Facets
  /** In the engine's own syntax. What is side by side in the clip is side by side here. */
  tokens: string
  /** Titles in both languages, then the tokens of their words and concepts, for scoring. */
  titleText: string
  /** Keywords, one a line, then the tokens of their words and concepts, for scoring. */
  keywordText: string
  /** For related clips. */
  likeness: string
  /** Every Latin word, once. */
  words: ReadonlySet<Word>
  /** Every Japanese word of titles and keywords that tells something, and every whole keyword, by dictionary form. */
  japanese: ReadonlyMap<string, Pick<JapaneseWord, 'base' | 'reading'>>
  keywords: readonly Keyword[]
  /** The Japanese words to store with the clip; undefined if they are. */
  storedWords?: string
}

export interface Keyword {
  keyword: string
  locale: 'en' | 'ja'
  segments: Segment[]
  units: readonly Unit[]
  /** As scoring reads it. */
  surface: string
  /** Its reading in hiragana; empty if any of its words has none. */
  reading: string
  token: Token
  tokens: TextTokens
}

/**
 * Makes the index's document of a clip: the same tokens for either engine. Titles and keywords say what it is about, so
 * only they are read for words of Japanese and for concepts; a description is found by what it literally says. `known` as
 * in clipWords().
 */
export function clipDocument(clip: SearchedClip, engine: Engine, known?: Map<string, string>): ClipDocument {
  const titles = [segmentsOf(clip.title), segmentsOf(clip.title_ja)] as const
  const keywordTexts = [...keywordsOf(clip.keywords, 'en'), ...keywordsOf(clip.keywords_ja, 'ja')]
  const { analysis, stored } = clipWords(
    [...titles, ...keywordTexts.map(({ segments }) => segments)],
    clip.words,
    known,
  )
  const keywords = keywordTexts.map(({ keyword, locale }) => readKeyword[locale](keyword, analysis))
  const titleUnits = titles.map((segments) => unitsOf(segments, analysis))
  const { title: titleTokens, keywords: keywordTokens } = tokensOf(clip, titleUnits, keywords)
  const facets = facetsOf(clip)
  const tokens = new TokenList(engine)

  const facetsLeft = facetTokens(facets)
  // Separates the texts, so that no phrase matches across two of them.
  const endText = () => tokens.add(facetsLeft.pop()!)
  for (const title of titles) {
    tokens.addText(title)
    endText()
  }
  for (const description of [clip.description, clip.description_ja]) {
    tokens.addText(segmentsOf(description), inDescription)
    endText()
  }
  addKeywords(keywords, tokens)
  for (const token of facetsLeft) tokens.add(token)
  for (const token of titleTokens) {
    if (!isLatinWord(token)) tokens.add(token)
    if (!isWider(token)) tokens.add(inTitle(token))
  }
  for (const token of keywordTokens) if (!isLatinWord(token) && !titleTokens.has(token)) tokens.add(token)

  const surfaces = titleUnits.map((units) => ` ${surfaceOf(units)} \n`).join('')
  return {
    facets,
    tokens: String(tokens),
    titleText: `${surfaces} ${[...titleTokens].join(' ')} `,
    keywordText: `\n ${keywords.map(({ surface }) => surface).join(' \n ')} \n ${[...keywordTokens].join(' ')} `,
    likeness: likenessOf(clip),
    words: tokens.words,
    japanese: japaneseWordsOf(titleUnits, keywords),
    keywords,
    ...(stored === undefined ? {} : { storedWords: stored }),
  }
}

function tokensOf(
  clip: SearchedClip,
  [english, japanese]: readonly Unit[][],
  keywords: readonly Keyword[],
): ClipTokens {
  const hasEnglish = clip.keywords !== '[]' || clip.title !== ''
  const hasJapanese = clip.keywords_ja !== '[]' || clip.title_ja !== ''
  const found = new ClipTokens({ isBilingual: hasEnglish && hasJapanese })
  found.add(textTokens(english!), 'en', found.title)
  found.add(textTokens(japanese!), 'ja', found.title)
  for (const { tokens, locale } of keywords) found.add(tokens, locale, found.keywords)
  found.addHomographs()
  return found
}

function facetsOf({ id, category, license_type, width, height, duration }: SearchedClip): Facets {
  const orientation = orientationOf({ width, height })
  return { id, category, license_type, orientation, seconds: Math.round(duration) }
}

interface KeywordText {
  keyword: string
  locale: Keyword['locale']
  segments: Segment[]
}

/** Those with a word. */
function keywordsOf(json: string, locale: Keyword['locale']): KeywordText[] {
  const keywords: KeywordText[] = []
  for (const keyword of JSON.parse(json) as string[]) {
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

/** A keyword of several Japanese words also counts as one, so that 盆踊り is found by another spelling. */
function wholeRun(segments: readonly Segment[], units: readonly Unit[]): string | undefined {
  const [run, more] = segments
  return run?.kind === 'run' && !more && units.length > 1 ? run.text : undefined
}

/** Words first; then, for the locale that related clips are found by, each whole keyword as one token. */
function addKeywords(keywords: readonly Keyword[], tokens: TokenList): void {
  const compared = keywords[0]?.locale
  const whole = new Set<Token>()
  for (const { segments, token, locale } of keywords) {
    tokens.addNewText(segments)
    if (locale !== compared || whole.has(token)) continue
    whole.add(token)
    tokens.add(token)
  }
}

function japaneseWordsOf(texts: readonly Unit[][], keywords: readonly Keyword[]): ClipDocument['japanese'] {
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

/** A keyword is looked up by its words, and without its first one or two. Unstemmed, for search as you type. */
export function keysOf(segments: readonly Segment[]): string[] {
  const words = segments.map((segment) => (segment.kind === 'word' ? segment.surface : segment.text))
  return words.slice(0, KEYS).map((_, at) => words.slice(at).join(' '))
}

const KEYS = 3
