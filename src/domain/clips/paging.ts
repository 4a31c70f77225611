/** Clips on one page of any list. */
export const PAGE_SIZE = 40

/** Deeper than anybody scrolls; beyond it a list asks to be narrowed instead. */
export const MAX_OFFSET = 100_000

/** Offset of the page after this one, null where this is the last. */
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
