/** Things that a worker opens on first use, and closes at its end. */
export class Shared {
  readonly #opened = new Map<string, Promise<{ close(): Promise<void> }>>()

  /** Returns the thing with this name, or opens it. */
  get<Thing extends { close(): Promise<void> }>(name: string, open: () => Promise<Thing>): Promise<Thing> {
    const opened = (this.#opened.get(name) as Promise<Thing> | undefined) ?? open()
    this.#opened.set(name, opened)
    return opened
  }

  drop(name: string): void {
    this.#opened.delete(name)
  }

  async close(): Promise<void> {
    for (const opened of [...this.#opened.values()].toReversed()) await (await opened).close()
  }
}
