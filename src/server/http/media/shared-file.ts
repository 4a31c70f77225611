import type { FileHandle } from 'node:fs/promises'

/** An open file that several answers read at once; closed when it is no longer kept and the last of them is done. */
export class SharedFile {
  readonly #handle: FileHandle
  /** One for being kept, one for each reader. */
  #holders = 1

  constructor(handle: FileHandle) {
    this.#handle = handle
  }

  get fd(): number {
    return this.#handle.fd
  }

  /** false where it is closed already. */
  hold(): boolean {
    if (this.#holders === 0) return false
    this.#holders += 1
    return true
  }

  release(): void {
    this.#holders -= 1
    // It was only read, so there is nothing to lose if closing it fails.
    if (this.#holders === 0) this.#handle.close().catch(() => {})
  }
}
