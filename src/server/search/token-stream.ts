import type { Segment, Word } from './segments.ts'
import {
  charactersOf,
  hasSurrogates,
  pairOfUnits,
  pairTokens,
  singleOfUnit,
  singleToken,
  type Token,
} from './tokens.ts'

/**
 * The index's stream of a clip's texts: what is side by side in a text is side by side here. A run's pairs are followed
 * by those of its characters that the clip has not said yet, or one of them, which part it from the next run.
 */
export class TokenStream {
  readonly tokens: Token[] = []
  /** Every Latin word, once, as written. */
  readonly words = new Map<string, Word>()
  /** All runs, apart from each other. */
  #runs = ''
  readonly #stamp = nextStamp()

  add(segments: readonly Segment[]): void {
    for (const segment of segments) {
      if (segment.kind === 'run') this.#addRun(segment.text)
      else this.tokens.push(segment.token)
      if (segment.kind === 'word') this.words.set(segment.surface, segment)
    }
  }

  /** Adds a text that need not stand here where a text before it says the same. */
  addUnlessSaid(segments: readonly Segment[]): void {
    if (segments.length !== 1 || !this.#hasSaid(segments[0]!)) this.add(segments)
  }

  #hasSaid(segment: Segment): boolean {
    if (segment.kind === 'run') return this.#runs.includes(segment.text)
    return segment.kind === 'word' && this.words.has(segment.surface)
  }

  #addRun(run: string): void {
    this.#runs += ` ${run}`
    if (hasSurrogates(run)) {
      this.#addRareRun(run)
      return
    }
    for (let at = 1; at < run.length; at++)
      this.tokens.push(pairOfUnits(run.charCodeAt(at - 1), run.charCodeAt(at)))
    const before = this.tokens.length
    for (let at = 0; at < run.length; at++) {
      const code = run.charCodeAt(at)
      if (this.#isNew(code)) this.tokens.push(singleOfUnit(code))
    }
    if (this.tokens.length === before) this.tokens.push(singleOfUnit(run.charCodeAt(0)))
  }

  /** The same where some characters are two code units: they are few, so each is written whenever it occurs. */
  #addRareRun(run: string): void {
    const characters = charactersOf(run)
    this.tokens.push(...pairTokens(characters))
    for (const character of new Set(characters))
      if (character.length > 1 || this.#isNew(character.charCodeAt(0)))
        this.tokens.push(singleToken(character))
  }

  #isNew(code: number): boolean {
    if (lastSaid[code] === this.#stamp) return false
    lastSaid[code] = this.#stamp
    return true
  }
}

/** The stream, by number, that said a code unit last: a set for each stream that is never emptied. */
const lastSaid = new Float64Array(0x10000)
let streams = 0
const nextStamp = () => ++streams
