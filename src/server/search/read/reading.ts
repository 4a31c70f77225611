import type { Db } from '#server/db/schema.ts'
import type { Span } from './spans.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface Reading {
  db: Db
  vocabulary: Vocabulary
  /** Filled with the corrections. */
  corrections: Map<string, string>
  /** Whether a span may be the beginning of a word. */
  isUnfinished(span: Span): boolean
  /** Whether even known words are completed. */
  completesAll: boolean
  /** False if nothing may be guessed. */
  corrects?: boolean
  /** Words that were looked up as misspelt. */
  guesses: number
}
