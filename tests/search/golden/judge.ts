import type { GoldenQuery } from './golden-set.ts'

/** Both shares must reach this for a query to succeed. */
const GOOD_ENOUGH = 0.8
/** Only the first ten clips are judged: what is seen without scrolling. */
const SEEN = 10

export interface Judgement {
  query: GoldenQuery
  succeeded: boolean
  /** Normalised discounted cumulative gain of the first ten, without the allowed clips. */
  ndcg: number
  /** Expected clips that are not seen; only as many as would have fitted. */
  missing: string[]
  /** Clips that are seen and should not be. */
  wrong: string[]
}

/**
 * Judges the slugs that a search shows, best first. Precision is right / (seen − allowed), recall is right / expected;
 * more than ten expected clips cannot be seen at once, so recall asks for no more than the places that allowed clips
 * leave.
 */
export function judge(query: GoldenQuery, shown: readonly string[]): Judgement {
  const seen = shown.slice(0, SEEN)
  const counted = seen.filter((slug) => !query.allowed.includes(slug))
  const right = counted.filter((slug) => query.expected.includes(slug))
  const needed = Math.min(query.expected.length, SEEN - (seen.length - counted.length))
  const precision = right.length / counted.length || 0
  const recall = right.length / needed || 0
  return {
    query,
    succeeded: precision >= GOOD_ENOUGH && recall >= GOOD_ENOUGH,
    ndcg: ndcgOf(query, shown),
    missing: right.length >= needed ? [] : query.expected.filter((slug) => !seen.includes(slug)),
    wrong: counted.filter((slug) => !query.expected.includes(slug)),
  }
}

/** An answer, judged by its first group: the exact clips, or the closest if none is exact. */
export interface AnswerJudgement extends Judgement {
  /** Whether no clip is exact. */
  onlyClose: boolean
  /** All of its first ten, of every group. */
  whole: Judgement
  /** Close clips among them behind exact ones, and how many of those are expected or allowed. */
  behind: { shown: number; right: number }
}

/** Judges exact clips apart from the close ones behind them. */
export function judgeAnswer(
  query: GoldenQuery,
  { sources, exact_total, close = [] }: Answer,
): AnswerJudgement {
  const shown = sources.map(({ file_name }) => file_name)
  const onlyClose = exact_total === 0
  const behind = onlyClose ? [] : shown.slice(exact_total, SEEN)
  const isRight = (slug: string) => query.expected.includes(slug) || query.allowed.includes(slug)
  return {
    ...judge(query, shown.slice(0, onlyClose ? close[1]?.offset : exact_total)),
    onlyClose,
    whole: judge(query, shown),
    behind: { shown: behind.length, right: behind.filter(isRight).length },
  }
}

/** The part of a search's answer that is judged. */
interface Answer {
  sources: readonly { file_name: string }[]
  exact_total: number
  close?: readonly { offset: number }[] | undefined
}

export function meanOf(judgements: readonly Judgement[], value: (judgement: Judgement) => number): number {
  return judgements.reduce((sum, judgement) => sum + value(judgement), 0) / judgements.length
}

/** Share of queries that succeed, 0 to 1. */
export const successShare = (judgements: readonly Judgement[]) =>
  meanOf(judgements, ({ succeeded }) => Number(succeeded))

function ndcgOf({ expected, allowed }: GoldenQuery, shown: readonly string[]): number {
  const counted = shown.filter((slug) => !allowed.includes(slug)).slice(0, SEEN)
  const gain = (found: readonly boolean[]) =>
    found.reduce((sum, isRight, place) => sum + (isRight ? 1 / Math.log2(place + 2) : 0), 0)
  const best = gain(expected.slice(0, SEEN).map(() => true))
  return gain(counted.map((slug) => expected.includes(slug))) / best
}
