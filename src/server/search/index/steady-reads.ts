import { setTimeout as wait } from 'node:timers/promises'
import type { ControlledTransaction, Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'

/** Places in what the threads share: whether to let go, and how many hold on. */
const [LET_GO, HOLDING] = [0, 1]
/** A thread looks whenever it has read some clips, a few hundredths of a second; one that has ended never does. */
const PATIENCE_MS = 500

/**
 * Lets threads that read SQLite see the catalogue as it was a while ago. Whoever begins to read after a commit of another
 * has forgotten all that was mapped of the file, and to map it again costs as much as reading it. But as long as
 * anybody sees what was, the write-ahead log cannot be begun anew: so they let go now and then.
 */
export class SteadyReads {
  readonly shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
  readonly #state = new Int32Array(this.shared)

  /** Does something while each thread sees what is, and holds on to nothing. */
  async interrupt(work: () => Promise<void>): Promise<void> {
    Atomics.store(this.#state, LET_GO, 1)
    Atomics.notify(this.#state, LET_GO)
    try {
      const until = performance.now() + PATIENCE_MS
      while (Atomics.load(this.#state, HOLDING) > 0 && performance.now() < until) await wait(1)
      await work()
    } finally {
      Atomics.store(this.#state, LET_GO, 0)
    }
  }
}

/** What a thread is told of SteadyReads; nothing where each question shall see what is. */
export type Steady = SharedArrayBuffer | undefined

/** How a thread asks. */
export class SteadyReader {
  readonly #db: Kysely<Database>
  readonly #state: Int32Array | undefined
  #held: ControlledTransaction<Database> | undefined

  constructor(db: Kysely<Database>, shared?: Steady) {
    this.#db = db
    this.#state = shared && new Int32Array(shared)
  }

  /** The handle for the next question. */
  async handle(): Promise<Kysely<Database>> {
    if (!this.#state) return this.#db
    if (this.#mustLetGo()) await this.#letGo()
    else if (!this.#held) await this.#hold(this.#state)
    return this.#held ?? this.#db
  }

  #mustLetGo(): boolean {
    return this.#state !== undefined && Atomics.load(this.#state, LET_GO) === 1
  }

  async #hold(state: Int32Array): Promise<void> {
    // Said before it is done: whoever asks to let go either sees it, or is seen below.
    Atomics.add(state, HOLDING, 1)
    this.#held = await this.#db.startTransaction().setAccessMode('read only').execute()
    // So it lets go also where nothing is asked meanwhile.
    const { async, value } = Atomics.waitAsync(state, LET_GO, 0)
    if (async) void value.then(() => (this.#mustLetGo() ? this.#letGo() : undefined))
    else await this.#letGo()
  }

  async #letGo(): Promise<void> {
    const held = this.#held
    if (!held || !this.#state) return
    this.#held = undefined
    await held.commit().execute()
    Atomics.sub(this.#state, HOLDING, 1)
  }
}
