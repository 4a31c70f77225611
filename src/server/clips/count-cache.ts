/**
 * How many clips lists have. Counting takes longer than the rest of a list, and the result stays the same until a clip
 * changes.
 */
export class CountCache {
  #counts = new Map<string, Promise<unknown>>()

  /** Counts once until `clear()`. Keys must be few, such as existing categories. A failure is not kept. */
  of<Count>(key: string, count: () => Promise<Count>): Promise<Count> {
    const counts = this.#counts
    const known = counts.get(key)
    if (known) return known as Promise<Count>
    const counted = count()
    counts.set(key, counted)
    counted.catch(() => counts.delete(key))
    return counted
  }

  /** Call it when clips have changed. A count in progress is not kept either. */
  clear(): void {
    this.#counts = new Map()
  }
}
