/** For clips only the default: the shop may have another. */
export const PAGE_SIZE = 40

/** Deepest offset; beyond it the list asks for filters. */
export const MAX_OFFSET = 100_000

/** Offset of the next page; null on the last. */
export function nextOffset({
  offset,
  count,
  total,
}: {
  offset: number
  count: number
  total: number
}): number | null {
  const next = offset + count
  return count > 0 && next < total && next <= MAX_OFFSET ? next : null
}
