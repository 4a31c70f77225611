/** Wakes whoever waits; rung while nobody waits, it wakes the next one at once. */
export class Bell {
  #rung = false
  #wake: (() => void) | undefined

  ring(): void {
    this.#rung = true
    this.#wake?.()
  }

  /** Resolves when it is rung, after that time, or when the signal is aborted. For one at a time. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#rung && !signal.aborted) await this.#pause(ms, signal)
    this.#rung = false
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    timer.unref()
    const end = () => resolve()
    signal.addEventListener('abort', end)
    this.#wake = end
    await promise
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    this.#wake = undefined
  }
}
