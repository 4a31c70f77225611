/**
 * Counts in memory how often somebody did something, so that asking costs no query. For what may be forgotten by a
 * restart and is counted by each process for itself; sign-ins have limits of their own (rate-limits.ts).
 */
export class Quota {
  readonly #points: number
  readonly #windowMs: number
  readonly #most: number
  readonly #windows = new Map<string, { ends: number; left: number }>()

  /** `points` in each window of `seconds`; at most `most` keys are remembered, the oldest forgotten first. */
  constructor({ points, seconds, most = 50_000 }: { points: number; seconds: number; most?: number }) {
    this.#points = points
    this.#windowMs = seconds * 1000
    this.#most = most
  }

  /** Takes one; false where the key has none left until its window ends. */
  take(key: string, now: Date): boolean {
    const at = now.getTime()
    const window = this.#windows.get(key)
    if (!window || window.ends <= at) {
      this.#begin(key, at)
      return true
    }
    if (window.left === 0) return false
    window.left -= 1
    return true
  }

  #begin(key: string, at: number): void {
    this.#windows.delete(key)
    this.#windows.set(key, { ends: at + this.#windowMs, left: this.#points - 1 })
    if (this.#windows.size > this.#most) this.#windows.delete(this.#windows.keys().next().value!)
  }
}
