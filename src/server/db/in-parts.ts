/** Rows of one statement of work that goes through many and may take its time. */
export const ROWS_AT_ONCE = 500

/** Splits a list into parts of `size`. */
export function* inParts<Row>(all: readonly Row[], size: number): Generator<Row[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}
