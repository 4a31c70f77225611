/** How many clips lists have. Counting them takes longer than all else of a list, and comes out the same until a clip changes. */
export class KeptCounts {
  #kept = new Map<string, Promise<unknown>>()

  /** Counts once until `clear()`. Keys must be few, such as categories that exist. A failure is not kept. */
  of<Count>(key: string, count: () => Promise<Count>): Promise<Count> {
    const kept = this.#kept
    const known = kept.get(key)
    if (known) return known as Promise<Count>
    const counted = count()
    kept.set(key, counted)
    counted.catch(() => kept.delete(key))
    return counted
  }

  /** Call it when clips have changed. A count that is still under way is not kept either. */
  clear(): void {
    this.#kept = new Map()
  }
}
