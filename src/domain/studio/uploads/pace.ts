/** How much was done at a moment. */
export interface Mark {
  /** Milliseconds of any clock. */
  at: number
  bytes: number
}

/** Only the last seconds count, since networks change. */
const WINDOW_MS = 20_000
/** Less time is too little for an estimate. */
const LEAST_MS = 1500

/** Adds a mark and drops outdated ones. */
export function withMark(marks: readonly Mark[], mark: Mark): Mark[] {
  return [...marks.filter(({ at }) => mark.at - at <= WINDOW_MS), mark]
}

/** Seconds until `left` bytes are done, at the pace of the marks; undefined if unknown. */
export function secondsLeft(marks: readonly Mark[], left: number): number | undefined {
  const [first, last] = [marks[0], marks.at(-1)]
  if (!first || !last || last.at - first.at < LEAST_MS || last.bytes <= first.bytes) return undefined
  const bytesPerSecond = ((last.bytes - first.bytes) * 1000) / (last.at - first.at)
  return Math.ceil(left / bytesPerSecond)
}
