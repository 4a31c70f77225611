import { NumberSet } from './number-set.ts'
import type { Segment, Word } from './segments.ts'
import type { TokenWriter } from './token-writer.ts'
import { pairTokens, singleToken } from './tokens.ts'

/**
 * The stream of a clip's texts, and then of the next clip's: what is side by side in a text is side by side there. A run's
 * pairs are followed by those of its characters that the clip has not said yet, or one of them, which part it from the
 * next run.
 */
export class TokenStream {
  readonly #writer: TokenWriter
  #words: Word[] = []
  /** All runs, apart from each other. */
  #runs = ''
  readonly #saidWords = new NumberSet()
  readonly #saidCodes = new NumberSet()

  constructor(writer: TokenWriter) {
    this.#writer = writer
  }

  /** Every Latin word that the clip has said, once. */
  get words(): readonly Word[] {
    return this.#words
  }

  /** Begins the stream of the next clip; one that could not be read to its end leaves nothing in it. */
  begin(): void {
    this.#writer.take()
    this.#words = []
    this.#runs = ''
    this.#saidWords.clear()
    this.#saidCodes.clear()
  }

  add(segments: readonly Segment[]): void {
    for (const segment of segments) {
      if (segment.kind === 'run') this.#addRun(segment.text)
      else this.#writer.placed(segment.token)
      if (segment.kind === 'word' && this.#saidWords.add(segment.number)) this.#words.push(segment)
    }
  }

  /** Adds a text that need not stand here where a text before it says the same. */
  addUnlessSaid(segments: readonly Segment[]): void {
    if (segments.length !== 1 || !this.#hasSaid(segments[0]!)) this.add(segments)
  }

  #hasSaid(segment: Segment): boolean {
    if (segment.kind === 'run') return this.#runs.includes(segment.text)
    return segment.kind === 'word' && this.#saidWords.has(segment.number)
  }

  #addRun(run: string): void {
    this.#runs += ` ${run}`
    if (SURROGATE.test(run)) {
      this.#addRareRun(run)
      return
    }
    for (let at = 1; at < run.length; at++) this.#writer.pair(run.charCodeAt(at - 1), run.charCodeAt(at))
    let parted = false
    for (let at = 0; at < run.length; at++) {
      const code = run.charCodeAt(at)
      if (!this.#saidCodes.add(code)) continue
      this.#writer.single(code)
      parted = true
    }
    if (!parted) this.#writer.single(run.charCodeAt(0))
  }

  /** The same where some characters are two code units: they are few, so each is written whenever it occurs. */
  #addRareRun(run: string): void {
    const characters = [...run]
    for (const pair of pairTokens(characters)) this.#writer.placed(pair)
    for (const character of new Set(characters))
      if (character.length > 1 || this.#saidCodes.add(character.charCodeAt(0)))
        this.#writer.unplaced(singleToken(character))
  }
}

const SURROGATE = /[\ud800-\udbff]/
