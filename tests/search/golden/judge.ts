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
