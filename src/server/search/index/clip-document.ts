import type { LicenseType } from '#domain/clips/license.ts'
import { orientationOf } from '#domain/clips/search-filters.ts'
import type { Engine } from '#server/db/engine.ts'
import { type Facets, facetTokens } from '#server/search/text/facet-tokens.ts'
import { japaneseWordsOfEach } from '#server/search/text/japanese-words.ts'
import { PartCache } from '#server/search/text/part-cache.ts'
import { foldedText, type Run, type Segment, segmentsOf, type Word } from '#server/search/text/segments.ts'
import {
  type Beginnings,
  beginningsOf,
  beginningsWith,
  type Concept,
  ConceptSet,
  conceptOf,
  conceptsIn,
  conceptsInWords,
} from '#server/search/text/synonyms.ts'
import { TokenStream } from '#server/search/text/token-stream.ts'
import { TokenWriter } from '#server/search/text/token-writer.ts'
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
  /** As the engine reads them, in order: what is side by side in the clip is side by side here. */
  tokens: string
  /** Titles as scoring reads them, both languages. */
  titleText: string
  /** Keywords as scoring reads them, each on a line of its own. */
  keywordText: string
  /** What related clips are chosen by. */
  likeness: string
  /** Every Latin word, once. */
  words: readonly Word[]
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
  return clips.map((clip, at) => documentOf(clip, { title: titles[at]!, words, ...TOKENS[engine] }))
}

/** Kept, with the room that they have made: a clip is written in one go. */
const TOKENS = { sqlite: tokenStream({ withPlaces: false }), postgres: tokenStream({ withPlaces: true }) }

function tokenStream(options: { withPlaces: boolean }) {
  const writer = new TokenWriter(options)
  return { writer, stream: new TokenStream(writer) }
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
  {
    title,
    words,
    writer,
    stream,
  }: { title: Title; words: WordsOf; writer: TokenWriter; stream: TokenStream },
): ClipDocument {
  const [english, japanese] = title
  const texts = [english, japanese, segmentsOf(clip.description), segmentsOf(clip.description_ja)]
  const keywords = [...keywordsOf(clip.keywords, 'en'), ...keywordsOf(clip.keywords_ja, 'ja')]
  const inWords = titleWords([...english, ...japanese], words)
  const facets = facetsOf(clip)
  const unplaced = facetTokens(facets)
  stream.begin()
  for (const text of texts) {
    stream.add(text)
    // What no phrase asks for stands between texts, so that none reaches from one into the next.
    writer.unplaced(unplaced.pop()!)
  }
  addKeywords(keywords, { stream, writer })
  for (const token of inWords.tokens) writer.placed(token)
  for (const token of unplaced) writer.unplaced(token)
  addConcepts({ texts, title: inWords, keywords }, writer)
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

/** Of a JSON array of text. It is read by its quotation marks, which stand for themselves where nothing is escaped. */
function keywordsOf(json: string, locale: Keyword['locale']): KnownKeyword[] {
  const keywords: KnownKeyword[] = []
  if (json.includes('\\'))
    for (const keyword of JSON.parse(json) as string[])
      addKnown(keywords, known[locale].get(keyword, 0, keyword.length))
  else
    for (let from = json.indexOf('"') + 1; from > 0; ) {
      const to = json.indexOf('"', from)
      addKnown(keywords, known[locale].get(json, from, to))
      from = json.indexOf('"', to + 1) + 1
    }
  return keywords
}

function addKnown(keywords: KnownKeyword[], keyword: KnownKeyword | null): void {
  if (keyword) keywords.push(keyword)
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
const known = {
  en: new PartCache((keyword) => readKeyword(keyword, 'en')),
  ja: new PartCache((keyword) => readKeyword(keyword, 'ja')),
}
let keywordsRead = 0

function readKeyword(keyword: string, locale: Keyword['locale']): KnownKeyword | null {
  const segments = segmentsOf(keyword)
  if (segments.length === 0) return null
  const folded = foldedText(segments)
  const concepts = new ConceptSet()
  conceptsIn(segments, concepts)
  const whole = conceptOf(segments)?.concept
  if (whole) concepts.add(whole)
  const token = keywordToken(folded)
  return { number: keywordsRead++, keyword, locale, segments, folded, token, concepts: concepts.list }
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

interface TitleWords {
  tokens: Token[]
  /** As read by the synonym table, and what begins with each there. */
  words: string[]
  beginnings: (Beginnings | null)[]
  /** The Japanese ones, so that scoring can tell 京都 from part of 東京都. */
  text: string
}

/** A title's words alone, in order: parts of words are not asked for in titles. */
function titleWords(title: readonly Segment[], wordsOf: WordsOf): TitleWords {
  const [tokens, words, beginnings, japanese]: [Token[], string[], (Beginnings | null)[], string[]] = [
    [],
    [],
    [],
    [],
  ]
  for (const segment of title) {
    if (segment.kind !== 'run') {
      tokens.push(segment.titleToken)
      words.push(segment.text)
      beginnings.push(beginningsOf(segment))
    } else
      for (const word of wordsOf.get(segment)!) {
        const read = japaneseWord.get(word, 0, word.length)
        tokens.push(read.token)
        words.push(word)
        beginnings.push(read.beginnings)
        japanese.push(word)
      }
  }
  return { tokens, words, beginnings, text: ` ${japanese.join(' ')} ` }
}

const japaneseWord = new PartCache((word) => ({ token: wholeWord(word), beginnings: beginningsWith(word) }))

const [inTitle, anywhere] = [new ConceptSet(), new ConceptSet()]

/** What the clip speaks of, and what its title does, so that a search for a known thing reads one token and not ten. */
function addConcepts(
  {
    texts,
    title,
    keywords,
  }: { texts: readonly Segment[][]; title: TitleWords; keywords: readonly KnownKeyword[] },
  writer: TokenWriter,
): void {
  inTitle.clear()
  anywhere.clear()
  conceptsInWords(title.words, title.beginnings, inTitle)
  for (const concept of inTitle.list) anywhere.add(concept)
  for (const segments of texts) conceptsIn(segments, anywhere)
  for (const { concepts } of keywords) for (const concept of concepts) anywhere.add(concept)
  for (const { token } of anywhere.list) writer.unplaced(token)
  for (const { titleToken } of inTitle.list) writer.unplaced(titleToken)
}
