/** The writers of a process, one at a time and in order, so that only the first tries to get SQLite's lock. */
export class WriteTurns {
  readonly #waiting: { start: () => void; timer: NodeJS.Timeout }[] = []
  #taken = false

  /** Resolves at the caller's turn, which pass() ends. Rejects after `until` with SQLITE_BUSY, as SQLite does. */
  async take(until: number): Promise<void> {
    if (!this.#taken) {
      this.#taken = true
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
      reject(Object.assign(new Error('database is locked'), { errcode: 5 }))
    }
    const waiter = { start: resolve, timer: setTimeout(giveUp, until - performance.now()) }
    this.#waiting.push(waiter)
    await promise
  }

  /** Ends the turn. */
  pass(): void {
    const next = this.#waiting.shift()
    clearTimeout(next?.timer)
    if (next) next.start()
    else this.#taken = false
  }
}
