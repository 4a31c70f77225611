/** What goes wrong with the next deliveries. */
export interface WebhookFault {
  kind: 'duplicate' | 'reorder' | 'delay' | 'drop' | 'wrong_secret' | 'stale' | 'future'
  /** For how many deliveries (for `reorder`: how many are turned round together); 1 where nothing is said. */
  times?: number
  /** How long a delivery is delayed, or how long those to be reordered wait for each other. */
  ms?: number
  /** Only events of these types. */
  types?: string[]
}

/** The faults of deliveries that are still to come, the oldest first. */
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

  /** Uses up one occurrence of the first fault that fits. */
  take(type: string): WebhookFault | undefined {
    const fault = this.#waiting.find(({ types }) => types === undefined || types.includes(type))
    if (!fault) return undefined
    fault.left--
    if (fault.left <= 0) this.#waiting.splice(this.#waiting.indexOf(fault), 1)
    return fault
  }
}
