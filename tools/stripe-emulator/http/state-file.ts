import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type AccountState, emptyState } from '../model/state.ts'

const FORMAT = 1
const WRITE_DELAY_MS = 200

/** An account's state in a JSON file, replaced atomically. */
export class StateFile {
  readonly #path: string
  readonly #log: (line: string) => void
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(path: string, log: (line: string) => void) {
    this.#path = path
    this.#log = log
  }

  /** Undefined if there is no readable file; an unreadable one is renamed. */
  async read(): Promise<AccountState | undefined> {
    const text = await readFile(this.#path, 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    try {
      return fromJson(text)
    } catch (error) {
      const aside = `${this.#path}.unreadable`
      await rename(this.#path, aside)
      this.#log(`stripe emulator: ${this.#path} is unreadable (${error}); kept as ${aside}`)
      return undefined
    }
  }

  scheduleWrite(state: AccountState): void {
    this.#timer ??= setTimeout(() => {
      this.write(state).catch((error) => this.#log(`stripe emulator: ${error}`))
    }, WRITE_DELAY_MS)
  }

  async write(state: AccountState): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const previous = this.#writing.catch(() => {})
    this.#writing = previous.then(() => this.#replace(toJson(state)))
    await this.#writing
  }

  async #replace(text: string): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true })
    const draft = `${this.#path}.${process.pid}.tmp`
    await writeFile(draft, text, { mode: 0o600 })
    await rename(draft, this.#path)
  }
}

function toJson(state: AccountState): string {
  const entries = Object.entries(state).map(([name, value]) => [
    name,
    value instanceof Map ? [...value] : value,
  ])
  return JSON.stringify({ format: FORMAT, ...Object.fromEntries(entries) })
}

function fromJson(text: string): AccountState {
  const { format, ...stored } = JSON.parse(text)
  if (format !== FORMAT) throw new Error(`format ${format} is not ${FORMAT}`)
  const empty = emptyState(stored.salt)
  const entries = Object.entries(empty).map(([name, value]) => [
    name,
    value instanceof Map ? new Map(stored[name] ?? []) : (stored[name] ?? value),
  ])
  return Object.fromEntries(entries)
}
