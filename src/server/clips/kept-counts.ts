/**
 * How many clips lists have. Counting takes longer than the rest of a list, and the result stays the same until a clip
 * changes.
 */
export class KeptCounts {
  #kept = new Map<string, Promise<unknown>>()

  /** Counts once until `clear()`. Keys must be few, such as existing categories. A failure is not kept. */
  of<Count>(key: string, count: () => Promise<Count>): Promise<Count> {
    const kept = this.#kept
    const known = kept.get(key)
    if (known) return known as Promise<Count>
    const counted = count()
    kept.set(key, counted)
    counted.catch(() => kept.delete(key))
    return counted
  }

  /** Call it when clips have changed. A count in progress is not kept either. */
  clear(): void {
    this.#kept = new Map()
  }
}
