import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { SearchedText } from '../../support/search-library.ts'
import clips from './clips.json' with { type: 'json' }

/** What a buyer types, by what makes it hard: the kinds of `dev` and `held-out`. */
export const KINDS = [
  'en-word',
  'en-words',
  'en-form',
  'en-phrase',
  'en-typo',
  'en-name',
  'romaji',
  'ja-kanji',
  'ja-kana',
  'ja-katakana',
  'ja-variant',
  'ja-phrase',
  'ja-words',
  'ja-typo',
  'cross-language',
  'wider',
] as const

/**
 * Rules are tuned on `dev`, on `dev-2`, a few of the harder kinds that were written when `dev` had little left to tell, and
 * on `dev-3` and `dev-4`. The `held-out` ones tell whether they generalise. `dev-3` and `held-out-2` are the odd and the even
 * rows of a set that was written by somebody who knew neither the code nor the other queries; so are `dev-4` and
 * `held-out-3`, by somebody else. They have kinds of their own. The kinds of `dev-5`, `dev-6`, `held-out-4` and
 * `held-out-5` are the fields that editors cut films about; each held-out one was written and judged before the thesaurus
 * was filled anew. `dev-7` is mostly of one or two words, by what they name; `dev-8`, too, and was judged while
 * the thesaurus was mended, so it only tells what is lost.
 */
export const GOLDEN_SETS = [
  'dev',
  'dev-2',
  'dev-3',
  'dev-4',
  'dev-5',
  'dev-6',
  'dev-7',
  'dev-8',
  'held-out',
  'held-out-2',
  'held-out-3',
  'held-out-4',
  'held-out-5',
] as const
export type GoldenSet = (typeof GOLDEN_SETS)[number]

export interface GoldenClip extends SearchedText {
  slug: string
}

export interface GoldenQuery {
  text: string
  kind: string
  /** Slugs of every clip that a buyer must see. */
  expected: string[]
  /** Slugs of clips that are fine but not needed. */
  allowed: string[]
}

/** The clips of the set. In the file keywords are one text each, so that a clip is a few lines to read. */
export function goldenClips(): GoldenClip[] {
  return clips.map(({ keywords = '', keywords_ja = '', ...texts }) => ({
    ...texts,
    keywords: keywords.split(', ').filter(Boolean),
    keywords_ja: keywords_ja.split('、').filter(Boolean),
  }))
}

/** The judged queries of one half, in the order of the file. */
export function goldenQueries(set: GoldenSet): GoldenQuery[] {
  const file = readFileSync(join(import.meta.dirname, `queries-${set}.csv`))
  const rows: Record<'query' | 'kind' | 'expected' | 'allowed', string>[] = parse(file, { columns: true })
  return rows.map(({ query, kind, expected, allowed }) => ({
    text: query,
    kind,
    expected: slugs(expected),
    allowed: slugs(allowed),
  }))
}

const slugs = (text: string) => text.split(' ').filter(Boolean)
