import type { Engine } from '#server/db/engine.ts'
import type { Segment, Word } from './segments.ts'
import { pairTokens, singleToken, type Token } from './tokens.ts'

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
