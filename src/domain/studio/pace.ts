/** How much was done at a moment. */
export interface Mark {
  /** Milliseconds of any clock. */
  at: number
  bytes: number
}

/** The last seconds count: networks change. */
const WINDOW_MS = 20_000
/** Too little to tell anything from. */
const LEAST_MS = 1500

/** Adds a mark and drops those that are too old to count. */
export function withMark(marks: readonly Mark[], mark: Mark): Mark[] {
  return [...marks.filter(({ at }) => mark.at - at <= WINDOW_MS), mark]
}

/** Seconds until `left` bytes are done at the pace of the marks; undefined where nobody can tell. */
export function secondsLeft(marks: readonly Mark[], left: number): number | undefined {
  const [first, last] = [marks[0], marks.at(-1)]
  if (!first || !last || last.at - first.at < LEAST_MS || last.bytes <= first.bytes) return undefined
  const bytesPerSecond = ((last.bytes - first.bytes) * 1000) / (last.at - first.at)
  return Math.ceil(left / bytesPerSecond)
}
