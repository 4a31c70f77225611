import type { LicenseType } from '#domain/clips/license.ts'
import { orientationOf } from '#domain/clips/search-filters.ts'
import type { Engine } from '#server/db/engine.ts'
import { type Facets, facetTokens } from '#server/search/text/facet-tokens.ts'
import { japaneseWordsOfEach } from '#server/search/text/japanese-words.ts'
import { memoize } from '#server/search/text/memoize.ts'
import { foldedText, type Segment, segmentsOf, type Word } from '#server/search/text/segments.ts'
import { addConceptsIn, addConceptsOfWords, type Concept, conceptOf } from '#server/search/text/synonyms.ts'
import { TokenList } from '#server/search/text/token-list.ts'
import { keywordToken, type Token, wholeWord } from '#server/search/text/tokens.ts'
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
}

/** Everything that the index keeps of a clip. */
export interface ClipDocument {
  facets: Facets
  /** In the engine's own syntax. What is side by side in the clip is side by side here. */
  tokens: string
  /** Titles in both languages, for scoring. */
  titleText: string
  /** Keywords, one a line, for scoring. */
  keywordText: string
  /** For related clips. */
  likeness: string
  /** Every Latin word, once. */
  words: ReadonlySet<Word>
  keywords: readonly Keyword[]
}

export interface Keyword {
  keyword: string
  locale: 'en' | 'ja'
  segments: Segment[]
  /** As scoring reads it. */
  folded: string
  token: Token
  concepts: ReadonlySet<Concept>
}

/** Makes the index's document of a clip: the same tokens for either engine. */
export function clipDocument(clip: SearchedClip, engine: Engine): ClipDocument {
  const titles = [segmentsOf(clip.title), segmentsOf(clip.title_ja)] as const
  const texts = [...titles, segmentsOf(clip.description), segmentsOf(clip.description_ja)]
  const keywords = [...keywordsOf(clip.keywords, 'en'), ...keywordsOf(clip.keywords_ja, 'ja')]
  const title = titleWords(titles.flat())
  const facets = facetsOf(clip)
  const tokens = new TokenList(engine)

  const facetsLeft = facetTokens(facets)
  for (const text of texts) {
    tokens.addText(text)
    // Separates the texts, so that no phrase matches across two of them.
    tokens.add(facetsLeft.pop()!)
  }
  addKeywords(keywords, tokens)
  for (const token of title.tokens) tokens.addPlaced(token)
  for (const token of facetsLeft) tokens.add(token)
  addConcepts({ texts, titleWords: title.words, keywords }, tokens)

  return {
    facets,
    tokens: String(tokens),
    titleText: `${foldedText(titles[0])}\n${foldedText(titles[1])}\n ${title.japanese.join(' ')} `,
    keywordText: `\n${keywords.map(({ folded }) => folded).join('\n')}\n`,
    likeness: likenessOf(clip),
    words: tokens.words,
    keywords,
  }
}

function facetsOf({ id, category, license_type, width, height, duration }: SearchedClip): Facets {
  const orientation = orientationOf({ width, height })
  return { id, category, license_type, orientation, seconds: Math.round(duration) }
}

function keywordsOf(json: string, locale: Keyword['locale']): Keyword[] {
  return (JSON.parse(json) as string[]).flatMap((keyword) => readKeyword[locale](keyword) ?? [])
}

/** Null for keywords without a word. */
const readKeyword = {
  en: memoize((keyword) => parseKeyword(keyword, 'en')),
  ja: memoize((keyword) => parseKeyword(keyword, 'ja')),
}

function parseKeyword(keyword: string, locale: Keyword['locale']): Keyword | null {
  const segments = segmentsOf(keyword)
  if (segments.length === 0) return null
  const folded = foldedText(segments)
  const concepts = new Set<Concept>()
  addConceptsIn(segments, concepts)
  const whole = conceptOf(segments)?.concept
  if (whole) concepts.add(whole)
  return { keyword, locale, segments, folded, token: keywordToken(folded), concepts }
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

/** A keyword is looked up by its words, and without its first one or two. Unstemmed, for search as you type. */
export function keysOf(segments: readonly Segment[]): string[] {
  const words = segments.map((segment) => (segment.kind === 'word' ? segment.surface : segment.text))
  return words.slice(0, KEYS).map((_, at) => words.slice(at).join(' '))
}

const KEYS = 3

interface TitleWords {
  tokens: Token[]
  words: string[]
  /** The Japanese ones, so that scoring can tell 京都 from part of 東京都. */
  japanese: string[]
}

/** A title's whole words in order: parts of words are not searched in titles. */
function titleWords(title: readonly Segment[]): TitleWords {
  const runs = title.filter((segment) => segment.kind === 'run')
  const runWords = japaneseWordsOfEach(runs.map(({ original }) => original))
  const found: TitleWords = { tokens: [], words: [], japanese: runWords.flat() }
  for (const segment of title) {
    if (segment.kind === 'run') {
      const words = runWords.shift()!
      found.tokens.push(...words.map(wholeWord))
      found.words.push(...words)
    } else {
      found.tokens.push(segment.titleToken)
      found.words.push(segment.text)
    }
  }
  return found
}

/** Concepts of the clip, and of its title, so that a search for a known thing reads one token instead of ten. */
function addConcepts(
  {
    texts,
    titleWords,
    keywords,
  }: { texts: readonly Segment[][]; titleWords: readonly string[]; keywords: readonly Keyword[] },
  tokens: TokenList,
): void {
  const inTitle = new Set<Concept>()
  addConceptsOfWords(titleWords, inTitle)
  const anywhere = new Set(inTitle)
  for (const segments of texts) addConceptsIn(segments, anywhere)
  for (const { concepts } of keywords) for (const concept of concepts) anywhere.add(concept)
  for (const { token } of anywhere) tokens.add(token)
  for (const { titleToken } of inTitle) tokens.add(titleToken)
}
