import { type Kysely, sql } from 'kysely'
import { BUSY_TIMEOUT_MS } from '#server/db/node-sqlite.ts'
import type { Database } from '#server/db/schema.ts'
import type { SteadyReads } from './steady-reads.ts'

/** Batches after which what the log holds is brought into the file: seldom while all is written once. */
const BATCHES = 16
/** Pages in the log after which SQLite does so by itself, unless told otherwise. */
const PAGES_USUALLY = 1_000
/** For readers to end, for which others who write wait. */
const PATIENCE_MS = 50

/** SQLite's write-ahead log while very much is written (sqlite.org/wal.html, "Checkpointing"). */
export class WriteAheadLog {
  readonly #db: Kysely<Database>
  readonly #reads: SteadyReads
  #batches = 0

  constructor(db: Kysely<Database>, reads: SteadyReads) {
    this.#db = db
    this.#reads = reads
  }

  async begin(): Promise<void> {
    await checkpointEvery(this.#db, 0)
  }

  async batchWritten(): Promise<void> {
    this.#batches++
    if (this.#batches % BATCHES === 0) await this.#reads.interrupt(() => this.#empty('restart'))
  }

  /** To be called when nobody reads for the rebuild any more. Gives the log's room back. */
  async end(): Promise<void> {
    await this.#empty('truncate')
    await checkpointEvery(this.#db, PAGES_USUALLY)
  }

  /**
   * Nobody who writes waits for the first, which copies all; the second then needs a moment without readers. Where there
   * is none the log grows until the next time.
   */
  async #empty(end: 'restart' | 'truncate'): Promise<void> {
    await sql`pragma wal_checkpoint(passive)`.execute(this.#db)
    await waitForOthers(this.#db, PATIENCE_MS)
    try {
      await sql`pragma wal_checkpoint(${sql.raw(end)})`.execute(this.#db)
    } finally {
      await waitForOthers(this.#db, BUSY_TIMEOUT_MS)
    }
  }
}

async function checkpointEvery(db: Kysely<Database>, pages: number): Promise<void> {
  await sql`pragma wal_autocheckpoint = ${sql.lit(pages)}`.execute(db)
}

async function waitForOthers(db: Kysely<Database>, ms: number): Promise<void> {
  await sql`pragma busy_timeout = ${sql.lit(ms)}`.execute(db)
}
