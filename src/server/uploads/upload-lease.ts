import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#contract/errors.ts'
import { databaseTime } from '#server/db/database-clock.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** How long a new request waits for the former one to store its bytes, before it takes the upload from it. */
const HANDOVER_MS = 2_000
/** How long a request waits for another process's check of the whole upload. Proxies wait longer. */
const CHECKED_MS = 20_000
const LOOK_MS = 50
/** Then each look is a try. */
const LATE_LOOK_MS = 250
/** How often a holder looks whether a newer request asks for the upload. */
const WATCH_MS = 500
/** Seconds without a sign after which the process that checks an upload counts as dead. */
const CHECK_SILENCE = 10

/** A newer request has the upload, or it is no longer wanted: whoever gets this writes nothing more. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/**
 * The right to write one upload. Each request draws a number, and only the latest may take the upload: when the former
 * holder has given it up, or after two seconds in any case. The database compares the number at each change, so it does
 * not matter when a holder notices that it has lost the upload.
 */
export class UploadLease {
  readonly id: string
  readonly number: number
  /** Of the whole file. */
  readonly bytes: number
  /** The sender's claim, hex; empty without one. */
  readonly sha256: string
  /** How often it arrived damaged. */
  readonly restarts: number
  readonly #db: Db
  #received: number
  #watching: NodeJS.Timeout | undefined

  constructor(db: Db, { id, number, bytes, sha256, restarts, received }: LeasedRow) {
    this.#db = db
    this.id = id
    this.number = number
    this.bytes = bytes
    this.sha256 = sha256
    this.restarts = restarts
    this.#received = received
  }

  /** Bytes that are stored, from the start without gaps. */
  get received(): number {
    return this.#received
  }

  get isWhole(): boolean {
    return this.#received === this.bytes
  }

  /** Counts stored bytes; `within` runs in the same transaction. @throws LeaseLost */
  async record(received: number, within?: (trx: Trx) => Promise<unknown>): Promise<void> {
    await this.change({ received }, within)
    this.#received = received
  }

  /** Shows other processes that the holder lives. @throws LeaseLost */
  async renew(): Promise<void> {
    await this.change({})
  }

  /** Changes the upload's row, if this still holds it. @throws LeaseLost */
  async change(values: LeasedChange, within?: (trx: Trx) => Promise<unknown>): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('uploads')
        .set({ ...values, updated: databaseTime(trx) })
        .$if(values.state === 'failed', (query) => query.set({ finished: databaseTime(trx) }))
        .where('id', '=', this.id)
        .where('lease', '=', this.number)
        .where('state', '=', 'sending')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new LeaseLost()
      await within?.(trx)
    })
  }

  /** Calls `stop` once, when a newer request asks for the upload or it is no longer wanted. */
  watch(stop: () => void, everyMs = WATCH_MS): void {
    let isLooking = false
    this.#watching = setInterval(async () => {
      if (isLooking) return
      isLooking = true
      const row = await lookAt(this.#db, this.id).catch(() => ({
        lease_asked: this.number,
        state: 'sending',
      }))
      isLooking = false
      if (row?.lease_asked === this.number && row.state === 'sending') return
      this.unwatch()
      stop()
    }, everyMs)
  }

  unwatch(): void {
    clearInterval(this.#watching)
  }

  /** Lets the next request go on at once. */
  async release(): Promise<void> {
    this.unwatch()
    await this.#db
      .updateTable('uploads')
      .set({ lease: 0 })
      .where('id', '=', this.id)
      .where('lease', '=', this.number)
      .execute()
  }
}

interface LeasedRow {
  id: string
  number: number
  bytes: number
  sha256: string
  restarts: number
  received: number
}

type LeasedChange = Partial<{
  received: number
  restarts: number
  state: 'waiting' | 'failed'
  reason: 'damaged'
  held: 'none'
}>

interface Patience {
  signal: AbortSignal
  handoverMs?: number
  checkedMs?: number
}

/**
 * Takes an upload for one request. Waits while another process checks it. @throws AppError('uploadOver') if it takes no
 * more bytes, 'uploadLocked' if a newer request wants it or the check takes long; the signal's reason
 */
export async function takeLease(
  { db, uploads }: { db: Db; uploads: { files: { recount(lease: UploadLease): Promise<unknown> } } },
  id: string,
  { signal, handoverMs = HANDOVER_MS, checkedMs = CHECKED_MS }: Patience,
): Promise<UploadLease> {
  const number = await drawNumber(db, id)
  const began = performance.now()
  while (true) {
    const waited = performance.now() - began
    const isLate = waited > handoverMs
    const row = await lookAt(db, id)
    // A try writes, so it is made only when it may succeed.
    const taken = row && (row.lease === 0 || isLate) && (await tryToTake(db, { id, number, isLate }))
    if (taken) {
      await uploads.files.recount(taken)
      return taken
    }
    if (row?.state !== 'sending') throw new AppError('uploadOver', 'it takes no more bytes')
    if (row.lease_asked !== number) throw new AppError('uploadLocked', 'a newer request continues it')
    if (waited > checkedMs) throw new AppError('uploadLocked', 'it is being checked')
    await sleep(isLate ? LATE_LOOK_MS : LOOK_MS, undefined, { signal })
  }
}

async function drawNumber(db: Db, id: string): Promise<number> {
  const row = await db
    .updateTable('uploads')
    .set(({ eb }) => ({ lease_asked: eb('lease_asked', '+', 1) }))
    .where('id', '=', id)
    .returning('lease_asked')
    .executeTakeFirst()
  if (!row) throw new AppError('uploadOver')
  return row.lease_asked
}

async function lookAt(db: Db, id: string) {
  return db
    .selectFrom('uploads')
    .select(['lease', 'lease_asked', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
}

async function tryToTake(
  db: Db,
  { id, number, isLate }: { id: string; number: number; isLate: boolean },
): Promise<UploadLease | undefined> {
  const row = await db
    .updateTable('uploads')
    .set({ lease: number, updated: databaseTime(db) })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('lease_asked', '=', number)
    .where(({ eb, or, ref }) => {
      const isUnchecked = or([
        eb('received', '<', ref('bytes')),
        eb('updated', '<=', databaseTime(db, CHECK_SILENCE)),
      ])
      return isLate ? or([eb('lease', '=', 0), isUnchecked]) : eb('lease', '=', 0)
    })
    .returning(['bytes', 'sha256', 'restarts', 'received'])
    .executeTakeFirst()
  return row && new UploadLease(db, { id, number, ...row })
}
