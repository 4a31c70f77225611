import type { LicenseType } from '#domain/license.ts'
import { orientationOf } from '#domain/search-filters.ts'
import { type Facets, facetTokens } from './facet-tokens.ts'
import { japaneseWords } from './japanese-words.ts'
import { likenessOf } from './likeness.ts'
import { foldedText, type Segment, segmentsOf } from './segments.ts'
import { type Concept, conceptOf, conceptsIn, conceptsInWords } from './synonyms.ts'
import { keywordToken, streamOf, type Token, titleWordToken, wholeWord } from './tokens.ts'

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
  /** In order: pairs of words side by side in the clip are side by side here. */
  tokens: Token[]
  /** Titles as scoring reads them, both languages. */
  titleText: string
  /** Keywords as scoring reads them, each on a line of its own. */
  keywordText: string
  /** What related clips are chosen by. */
  likeness: string
  /** Latin words as often as they are said. */
  words: Word[]
  keywords: Keyword[]
}

type Word = Segment & { kind: 'word' }

export interface Keyword {
  keyword: string
  locale: 'en' | 'ja'
  /** As scoring and tokens read it. */
  folded: string
}

/** The index's document of a clip: the same tokens for either engine. */
export function clipDocument(clip: SearchedClip): ClipDocument {
  const [english, japanese] = [segmentsOf(clip.title), segmentsOf(clip.title_ja)]
  const title = [...english, ...japanese]
  const keywords: FoldedKeyword[] = []
  addKeywords(keywords, clip.keywords, 'en')
  addKeywords(keywords, clip.keywords_ja, 'ja')
  const segments = [...title]
  for (const keyword of keywords) segments.push(...keyword.segments)
  segments.push(...segmentsOf(clip.description), ...segmentsOf(clip.description_ja))
  const inWords = titleWords(title)
  const facets = facetsOf(clip)
  const tokens = streamOf(segments)
  tokens.push(...inWords.tokens)
  addConcepts(tokens, { segments, title: inWords.words, keywords })
  addDistinctKeywords(tokens, keywords)
  tokens.push(...facetTokens(facets))
  return {
    facets,
    tokens,
    titleText: `${foldedText(english)}\n${foldedText(japanese)}\n${inWords.text}`,
    keywordText: `\n${keywords.map(({ folded }) => folded).join('\n')}\n`,
    likeness: likenessOf(clip),
    words: segments.filter((segment) => segment.kind === 'word'),
    keywords,
  }
}

function facetsOf({ id, category, license_type, width, height, duration }: SearchedClip): Facets {
  const orientation = orientationOf({ width, height })
  return { id, category, license_type, orientation, seconds: Math.round(duration) }
}

interface FoldedKeyword extends Keyword {
  segments: Segment[]
  token: Token
  /** What it means, where the synonym table knows it. */
  concept: Concept | undefined
}

function addKeywords(keywords: FoldedKeyword[], json: string, locale: Keyword['locale']): void {
  for (const keyword of JSON.parse(json) as string[]) {
    const known = folded(keyword, locale)
    if (known) keywords.push(known)
  }
}

function addDistinctKeywords(tokens: Token[], keywords: readonly FoldedKeyword[]): void {
  const from = tokens.length
  for (const { token } of keywords) if (!tokens.includes(token, from)) tokens.push(token)
}

/** A catalogue says the same keywords again and again. */
const known = { en: new Map<string, FoldedKeyword>(), ja: new Map<string, FoldedKeyword>() }
const KNOWN_KEYWORDS = 50_000

function folded(keyword: string, locale: Keyword['locale']): FoldedKeyword | undefined {
  const before = known[locale].get(keyword)
  if (before) return before
  const segments = segmentsOf(keyword)
  if (segments.length === 0) return undefined
  const text = foldedText(segments)
  const made = {
    keyword,
    locale,
    segments,
    folded: text,
    token: keywordToken(text),
    concept: conceptOf(segments)?.concept,
  }
  if (known[locale].size >= KNOWN_KEYWORDS) known[locale].clear()
  known[locale].set(keyword, made)
  return made
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
function titleWords(title: readonly Segment[]) {
  const tokens: Token[] = []
  const words: { text: string }[] = []
  const japanese: string[] = []
  for (const segment of title) {
    if (segment.kind !== 'run') {
      tokens.push(titleWordToken(segment.text))
      words.push(segment)
    } else
      for (const text of japaneseWords(segment.original)) {
        tokens.push(wholeWord(text))
        words.push({ text })
        japanese.push(text)
      }
  }
  return { tokens, words, text: ` ${japanese.join(' ')} ` }
}

/** What the clip speaks of, and what its title does, so that a search for a known thing reads one token and not ten. */
function addConcepts(
  tokens: Token[],
  {
    segments,
    title,
    keywords,
  }: {
    segments: readonly Segment[]
    title: readonly { text: string }[]
    keywords: readonly FoldedKeyword[]
  },
): void {
  const inTitles = new Set<Concept>()
  conceptsInWords(title, inTitles)
  const anywhere = new Set(inTitles)
  conceptsIn(segments, anywhere)
  for (const keyword of keywords) if (keyword.concept) anywhere.add(keyword.concept)
  for (const { token } of anywhere) tokens.push(token)
  for (const { titleToken } of inTitles) tokens.push(titleToken)
}
