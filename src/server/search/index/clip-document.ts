import { creatorKey } from '#domain/address/creator-path.ts'
import { cellsNear, MEAN_SIDES } from '#domain/look/cells.ts'
import { layoutsIn } from '#domain/look/likeness.ts'
import type { Engine } from '#server/db/engine.ts'
import { type FilterValues, filterValues } from '#server/list-filters.ts'
import { cellToken, filterTokens } from '#server/search/text/filter-tokens.ts'
import type { Segment, Word } from '#server/search/text/segments.ts'
import {
  creatorToken,
  inDescription,
  inTitle,
  pairTokens,
  singleToken,
  type Token,
} from '#server/search/text/tokens.ts'
import { surfaceOf, type Unit } from '#server/search/text/units.ts'
import { anyLanguageTokens, ClipTokens, isLatinWord, isWider, textTokens } from './clip-tokens.ts'
import { likenessOf } from './likeness.ts'
import { type CountedClip, type Keyword, readClip } from './read-clip.ts'
import type { SearchedClip } from './searched-clips.ts'

/** Everything that the index keeps of a clip. */
export interface ClipDocument extends CountedClip {
  id: number
  filters: FilterValues
  /** The clip's tokens in the engine's own syntax. What is side by side in the clip is side by side here. */
  tokens: string
  /** Titles in both languages, then the tokens of their words and concepts, for scoring. */
  titleText: string
  /** Keywords, one a line, then the tokens of their words and concepts, for scoring. */
  keywordText: string
  likeness: string
}

/** Makes the index's document of a clip: the same tokens for both engines. */
export function clipDocument(clip: SearchedClip, engine: Engine): ClipDocument {
  const { titles, titleUnits, descriptions, ...counted } = readClip(clip)
  const { keywords } = counted
  const { title: titleTokens, keywords: keywordTokens, often } = tokensOf(clip, titleUnits, keywords)

  const filters = filterValues(clip)
  const tokens = new TokenList(engine)

  const filtersLeft = filterTokens(clip.id, filters)
  // Separates the texts, so that no phrase matches across two of them.
  const endText = () => tokens.add(filtersLeft.pop()!)
  for (const title of titles) {
    tokens.addText(title)
    endText()
  }
  for (const description of descriptions) {
    tokens.addText(description, inDescription)
    endText()
  }
  addKeywords(keywords, tokens)
  for (const token of filtersLeft) tokens.add(token)
  const cells = layoutsIn({ layout: clip.layout ?? '' }).flatMap((layout) => cellsNear(layout))
  for (const cell of new Set(cells.flatMap((each) => [each, each.slice(0, MEAN_SIDES)])))
    tokens.add(cellToken(cell))
  const creator = creatorKey(counted.creator)
  if (creator !== '') tokens.add(creatorToken(creator))
  for (const token of titleTokens) {
    if (!isLatinWord(token)) tokens.add(token)
    if (!isWider(token)) tokens.add(inTitle(token))
  }
  for (const token of keywordTokens) if (!isLatinWord(token) && !titleTokens.has(token)) tokens.add(token)
  for (const token of anyLanguageTokens([...titleTokens, ...keywordTokens])) tokens.add(token)

  const surfaces = titleUnits.map((units) => ` ${surfaceOf(units)} \n`).join('')
  return {
    ...counted,
    id: clip.id,
    filters,
    tokens: String(tokens),
    titleText: `${surfaces} ${[...titleTokens].join(' ')} `,
    keywordText: `\n ${keywords.map(({ surface }) => surface).join(' \n ')} \n ${[...keywordTokens, ...often].join(' ')} `,
    likeness: likenessOf(clip),
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

/** Words first; then each whole keyword as one token, in the locale that related clips are found by. */
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

/** PostgreSQL counts positions up to 16,383. */
const MOST_TOKENS = 16_000
/** PostgreSQL's `tsvector` holds 1 MB of words and positions. */
const MOST_LETTERS = 700_000

/**
 * A run gives its pairs, then its characters that are new to the clip (or the first), to separate it from the next.
 * What is behind the longest text that PostgreSQL takes is left out, for both engines.
 */
export class TokenList {
  readonly #withPlaces: boolean
  readonly #words = new Set<Word>()
  readonly #characters = new Set<string>()
  #runs = ''
  readonly #tokens: string[] = []
  #letters = 0

  constructor(engine: Engine) {
    this.#withPlaces = engine === 'postgres'
  }

  /** `tokenOf` replaces the tokens of words. */
  addText(segments: readonly Segment[], tokenOf = (token: Token) => token): void {
    for (const segment of segments) {
      if (segment.kind === 'run') this.#addRun(segment.text)
      else this.addPlaced(tokenOf(segment.token))
      if (segment.kind === 'word') this.#words.add(segment)
    }
  }

  /** Adds the tokens of a text unless it is one piece that is there already. */
  addNewText(segments: readonly Segment[]): void {
    if (segments.length !== 1 || !this.#has(segments[0]!)) this.addText(segments)
  }

  /** Adds a token that phrases use: PostgreSQL keeps its position. */
  addPlaced(token: Token): void {
    if (this.#tokens.length >= MOST_TOKENS || this.#letters >= MOST_LETTERS) return
    this.#letters += token.length
    this.#tokens.push(this.#withPlaces ? `${token}:${this.#tokens.length + 1}` : token)
  }

  /** Adds a token that phrases do not use. */
  add(token: Token): void {
    this.#tokens.push(token)
  }

  /** Words with spaces between for FTS5, a `tsvector` literal for PostgreSQL. */
  toString(): string {
    return this.#tokens.join(' ')
  }

  #has(segment: Segment): boolean {
    if (segment.kind === 'run') return this.#runs.includes(segment.text)
    return segment.kind === 'word' && this.#words.has(segment)
  }

  #addRun(run: string): void {
    this.#runs += ` ${run}`
    const characters = [...run]
    for (const pair of pairTokens(characters)) this.addPlaced(pair)
    const fresh = characters.filter((character) => !this.#characters.has(character))
    for (const character of fresh.length > 0 ? new Set(fresh) : [characters[0]!]) {
      this.#characters.add(character)
      this.add(singleToken(character))
    }
  }
}
