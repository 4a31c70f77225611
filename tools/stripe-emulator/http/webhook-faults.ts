/** A fault of the next webhook deliveries. */
export interface WebhookFault {
  kind: 'duplicate' | 'reorder' | 'delay' | 'drop' | 'wrong_secret' | 'stale' | 'future'
  /** Number of deliveries (for `reorder`: how many are reversed together); default 1. */
  times?: number
  /** Length of a delay, or how long reordered deliveries wait for each other. */
  ms?: number
  /** Only events of these types. */
  types?: string[]
}

/** Pending webhook faults, oldest first. */
export class WebhookFaults {
  #waiting: (WebhookFault & { left: number })[] = []

  add(fault: WebhookFault): void {
    this.#waiting.push({ ...fault, left: fault.times ?? 1 })
  }

  clear(): void {
    this.#waiting = []
  }

  list(): WebhookFault[] {
    return this.#waiting.map(({ left, ...fault }) => ({ ...fault, times: left }))
  }

  /** Uses up one occurrence of the first fault that matches. */
  take(type: string): WebhookFault | undefined {
    const fault = this.#waiting.find(({ types }) => types === undefined || types.includes(type))
    if (!fault) return undefined
    fault.left--
    if (fault.left <= 0) this.#waiting.splice(this.#waiting.indexOf(fault), 1)
    return fault
  }
}
