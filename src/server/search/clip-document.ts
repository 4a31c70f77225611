import type { LicenseType } from '#domain/license.ts'
import { orientationOf } from '#domain/search-filters.ts'
import type { Engine } from '#server/db/engine.ts'
import { type Facets, facetTokens } from './facet-tokens.ts'
import { japaneseWordsOfEach } from './japanese-words.ts'
import { likenessOf } from './likeness.ts'
import { foldedText, type Run, type Segment, segmentsOf, type Word } from './segments.ts'
import { type Concept, conceptOf, conceptsIn, conceptsInWords } from './synonyms.ts'
import { TokenStream } from './token-stream.ts'
import { TokenWriter } from './token-writer.ts'
import { keywordToken, type Token, wholeWord } from './tokens.ts'

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
  /** As the engine reads them, in order: what is side by side in the clip is side by side here. */
  tokens: string
  /** Titles as scoring reads them, both languages. */
  titleText: string
  /** Keywords as scoring reads them, each on a line of its own. */
  keywordText: string
  /** What related clips are chosen by. */
  likeness: string
  /** Every Latin word, once, by how it is written. */
  words: ReadonlyMap<string, Word>
  keywords: readonly KnownKeyword[]
}

export interface Keyword {
  keyword: string
  locale: 'en' | 'ja'
  /** As scoring and tokens read it. */
  folded: string
}

/** The index's document of a clip: the same tokens for either engine. */
export function clipDocument(clip: SearchedClip, engine: Engine): ClipDocument {
  return clipDocuments([clip], engine)[0]!
}

/** The same of several clips, whose titles are parted into words at once, which takes a third of the time. */
export function clipDocuments(clips: readonly SearchedClip[], engine: Engine): ClipDocument[] {
  const titles = clips.map(({ title, title_ja }) => [segmentsOf(title), segmentsOf(title_ja)] as const)
  const words = wordsOfRuns(titles.flat(2))
  const writer = new TokenWriter({ withPlaces: engine === 'postgres' })
  return clips.map((clip, at) => documentOf(clip, { title: titles[at]!, words, writer }))
}

type Title = readonly [english: Segment[], japanese: Segment[]]
type WordsOf = ReadonlyMap<Run, string[]>

function wordsOfRuns(segments: readonly Segment[]): WordsOf {
  const runs = segments.filter((segment) => segment.kind === 'run')
  const words = japaneseWordsOfEach(runs.map(({ original }) => original))
  return new Map(runs.map((run, at) => [run, words[at]!]))
}

function documentOf(
  clip: SearchedClip,
  { title, words, writer }: { title: Title; words: WordsOf; writer: TokenWriter },
): ClipDocument {
  const [english, japanese] = title
  const texts = [english, japanese, segmentsOf(clip.description), segmentsOf(clip.description_ja)]
  const keywords = [...keywordsOf(clip.keywords, 'en'), ...keywordsOf(clip.keywords_ja, 'ja')]
  const inWords = titleWords([...english, ...japanese], words)
  const facets = facetsOf(clip)
  const unplaced = facetTokens(facets)
  const stream = new TokenStream(writer)
  for (const text of texts) {
    stream.add(text)
    // What no phrase asks for stands between texts, so that none reaches from one into the next.
    writer.unplaced(unplaced.pop()!)
  }
  addKeywords(keywords, { stream, writer })
  for (const token of inWords.tokens) writer.placed(token)
  unplaced.push(...conceptsOf({ texts, title: inWords.words, keywords }))
  for (const token of unplaced) writer.unplaced(token)
  return {
    facets,
    tokens: writer.take(),
    titleText: `${foldedText(english)}\n${foldedText(japanese)}\n${inWords.text}`,
    keywordText: `\n${keywords.map(({ folded }) => folded).join('\n')}\n`,
    likeness: likenessOf(clip),
    words: stream.words,
    keywords,
  }
}

function facetsOf({ id, category, license_type, width, height, duration }: SearchedClip): Facets {
  const orientation = orientationOf({ width, height })
  return { id, category, license_type, orientation, seconds: Math.round(duration) }
}

export interface KnownKeyword extends Keyword {
  /** Its own, to be counted by; another after it was forgotten. */
  number: number
  segments: Segment[]
  token: Token
  /** What it speaks of, where the synonym table knows it. */
  concepts: readonly Concept[]
}

function keywordsOf(json: string, locale: Keyword['locale']): KnownKeyword[] {
  const keywords: KnownKeyword[] = []
  for (const keyword of JSON.parse(json) as string[]) {
    const known = knownKeyword(keyword, locale)
    if (known) keywords.push(known)
  }
  return keywords
}

/** Each with the token of the whole behind it, where related clips are looked up by it. */
function addKeywords(
  keywords: readonly KnownKeyword[],
  { stream, writer }: { stream: TokenStream; writer: TokenWriter },
): void {
  const compared = keywords[0]?.locale
  const whole = new Set<Token>()
  for (const { segments, token, locale } of keywords) {
    stream.addUnlessSaid(segments)
    if (locale !== compared || whole.has(token)) continue
    whole.add(token)
    writer.unplaced(token)
  }
}

/** A catalogue says the same keywords again and again; null for those that say nothing. */
const known = { en: new Map<string, KnownKeyword | null>(), ja: new Map<string, KnownKeyword | null>() }
const KNOWN_KEYWORDS = 50_000
let keywordsRead = 0

function knownKeyword(keyword: string, locale: Keyword['locale']): KnownKeyword | null {
  let found = known[locale].get(keyword)
  if (found === undefined) {
    found = readKeyword(keyword, locale)
    if (known[locale].size >= KNOWN_KEYWORDS) known[locale].clear()
    known[locale].set(keyword, found)
  }
  return found
}

function readKeyword(keyword: string, locale: Keyword['locale']): KnownKeyword | null {
  const segments = segmentsOf(keyword)
  if (segments.length === 0) return null
  const folded = foldedText(segments)
  const concepts = new Set<Concept>()
  conceptsIn(segments, concepts)
  const whole = conceptOf(segments)?.concept
  if (whole) concepts.add(whole)
  const token = keywordToken(folded)
  return { number: keywordsRead++, keyword, locale, segments, folded, token, concepts: [...concepts] }
}

/**
 * What a keyword can be looked up by: all of its words, and what is left without its first one or two. As written and
 * not as stems, since they are looked up while somebody types.
 */
export function keysOf(segments: readonly Segment[]): string[] {
  const words = segments.map((segment) => (segment.kind === 'word' ? segment.surface : segment.text))
  return words.slice(0, KEYS).map((_, at) => words.slice(at).join(' '))
}

const KEYS = 3

/**
 * A title's words alone, in order: parts of words are not asked for in titles. As text, the Japanese ones, so that
 * scoring can tell 京都 from part of 東京都.
 */
function titleWords(title: readonly Segment[], wordsOf: WordsOf) {
  const tokens: Token[] = []
  const words: string[] = []
  const japanese: string[] = []
  for (const segment of title) {
    if (segment.kind !== 'run') {
      tokens.push(segment.titleToken)
      words.push(segment.text)
    } else
      for (const word of wordsOf.get(segment)!) {
        tokens.push(wholeWord(word))
        words.push(word)
        japanese.push(word)
      }
  }
  return { tokens, words, text: ` ${japanese.join(' ')} ` }
}

/** What the clip speaks of, and what its title does, so that a search for a known thing reads one token and not ten. */
function conceptsOf({
  texts,
  title,
  keywords,
}: {
  texts: readonly Segment[][]
  title: readonly string[]
  keywords: readonly KnownKeyword[]
}): Token[] {
  const inTitle = new Set<Concept>()
  conceptsInWords(title, inTitle)
  const anywhere = new Set(inTitle)
  for (const segments of texts) conceptsIn(segments, anywhere)
  for (const { concepts } of keywords) for (const concept of concepts) anywhere.add(concept)
  const tokens: Token[] = []
  for (const { token } of anywhere) tokens.push(token)
  for (const { titleToken } of inTitle) tokens.push(titleToken)
  return tokens
}
