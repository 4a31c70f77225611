/** How many clips lists have, by category. Counting reads up to ten thousand rows, longer than all else of a list. */
export class KeptTotals {
  #kept = new Map<string | undefined, Promise<number>>()

  /** Counts once until `clear()`. A failure is not kept. */
  of(category: string | undefined, count: () => Promise<number>): Promise<number> {
    const kept = this.#kept
    const known = kept.get(category)
    if (known) return known
    const counted = count()
    kept.set(category, counted)
    counted.catch(() => kept.delete(category))
    return counted
  }

  /** Call it when clips have changed. A count that is still under way is not kept either. */
  clear(): void {
    this.#kept = new Map()
  }
}
