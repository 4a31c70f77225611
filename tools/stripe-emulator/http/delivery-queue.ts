const MAX_RUNNING = 4

/** Runs a few tasks at a time, now or later, and knows when it is idle. */
export class DeliveryQueue {
  #tasks: (() => Promise<void>)[] = []
  #running = 0
  #awaited = 0
  readonly #timers = new Set<NodeJS.Timeout>()
  #whenIdle: (() => void)[] = []

  add(task: () => Promise<void>): void {
    this.#tasks.push(task)
    this.#startNext()
  }

  /** Runs `act` after `ms`. `awaited`: the queue is not idle until then. Returns a function that cancels it. */
  later(ms: number, act: () => void, awaited: boolean): () => void {
    const count = awaited ? 1 : 0
    this.#awaited += count
    const end = () => {
      clearTimeout(timer)
      if (this.#timers.delete(timer)) this.#awaited -= count
    }
    const timer = setTimeout(() => {
      end()
      act()
      this.#notifyIdle()
    }, ms)
    this.#timers.add(timer)
    return end
  }

  /** Resolves when nothing is running or awaited. */
  async idle(): Promise<void> {
    if (this.#isIdle()) return
    await new Promise<void>((resolve) => this.#whenIdle.push(resolve))
  }

  /** Starts no more tasks; running ones may finish. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#tasks = []
    this.#awaited = 0
    this.#notifyIdle()
  }

  #startNext(): void {
    if (this.#running >= MAX_RUNNING) return
    const task = this.#tasks.shift()
    if (!task) {
      this.#notifyIdle()
      return
    }
    this.#running++
    // Lets the change that emitted the event finish first.
    void Promise.resolve()
      .then(task)
      .finally(() => {
        this.#running--
        this.#startNext()
      })
  }

  #isIdle(): boolean {
    return this.#running === 0 && this.#tasks.length === 0 && this.#awaited === 0
  }

  #notifyIdle(): void {
    if (!this.#isIdle()) return
    for (const resolve of this.#whenIdle.splice(0)) resolve()
  }
}
