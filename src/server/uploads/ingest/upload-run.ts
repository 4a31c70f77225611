import { join } from 'node:path'
import { setInterval } from 'node:timers'
import type { Selectable, Updateable } from 'kysely'
import type { SheetResult } from '#contract/studio/clips/sheets.ts'
import { isUnderWay, type UploadReason } from '#domain/studio/uploads/upload-states.ts'
import { databaseTime } from '#server/db/database-clock.ts'
import type { Database, Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { type StepProgress, shareOf } from '#server/ingest/steps.ts'

/** How often progress is written and a cancellation noticed. */
const TICK_MS = 600

/** The upload was cancelled or removed. */
export class NoLongerWanted extends Error {
  override name = 'NoLongerWanted'
}

export type UploadRow = Selectable<Database['uploads']>

/** A worker's hold on one upload: writes its progress, unless it was cancelled. */
export class UploadRun {
  readonly row: UploadRow
  /** For this upload alone. */
  readonly folder: string
  /** Aborted when the worker stops, and within a second of a cancellation. */
  readonly signal: AbortSignal
  readonly #deps: Pick<Deps, 'db' | 'log'>
  readonly #unwanted = new AbortController()
  readonly #ticking: NodeJS.Timeout
  #progress: StepProgress | undefined
  #busy = false

  constructor(deps: Pick<Deps, 'db' | 'log' | 'uploads'>, row: UploadRow, interrupted: AbortSignal) {
    this.#deps = deps
    this.row = row
    this.folder = join(deps.uploads.work, `upload-${row.id}`)
    this.signal = AbortSignal.any([interrupted, this.#unwanted.signal])
    this.#ticking = setInterval(() => this.#tick(), TICK_MS)
  }

  /** Whether it was cancelled or removed. */
  get isUnwanted(): boolean {
    return this.#unwanted.signal.aborted
  }

  readonly report = (progress: StepProgress): void => {
    this.#progress = progress
  }

  /** @throws NoLongerWanted */
  async write(values: Updateable<Database['uploads']>, db: Db = this.#deps.db): Promise<void> {
    const isOver = values.state !== undefined && !isUnderWay(values.state)
    const { numUpdatedRows } = await db
      .updateTable('uploads')
      .set({ ...values, updated: databaseTime(db), ...(isOver && { finished: databaseTime(db) }) })
      .where('id', '=', this.row.id)
      .where('state', 'in', ['probing', 'rendering'])
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return
    this.#unwanted.abort(new NoLongerWanted())
    throw new NoLongerWanted()
  }

  /** Ends the upload in the clip's transaction: the clip is made if, and only if, the upload is still wanted. */
  async end(
    state: 'ready' | 'refused' | 'failed',
    values: { clip?: number | undefined; reason?: UploadReason; text?: string; sheet?: SheetResult },
    db: Db = this.#deps.db,
  ): Promise<void> {
    const { clip, reason = null, text = '', sheet } = values
    await this.write(
      {
        ...{ state, stage: '', reason, reason_text: text },
        ...(state === 'ready' && { ratio: 1 }),
        ...(clip !== undefined && { source_id: clip }),
        ...(sheet && { sheet: JSON.stringify(sheet) }),
      },
      db,
    )
  }

  /** Releases it for another run. */
  async release(): Promise<void> {
    await this.write({ state: 'waiting', stage: '', ratio: 0 })
  }

  close(): void {
    clearInterval(this.#ticking)
  }

  async #tick(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    const progress = this.#progress
    this.#progress = undefined
    try {
      if (progress) await this.write(columnsOf(progress))
      else await this.#check()
    } catch (err) {
      if (!(err instanceof NoLongerWanted))
        this.#deps.log.warn({ err, upload: this.row.id }, 'progress not written')
    } finally {
      this.#busy = false
    }
  }

  async #check(): Promise<void> {
    const row = await this.#deps.db
      .selectFrom('uploads')
      .select('state')
      .where('id', '=', this.row.id)
      .executeTakeFirst()
    if (!row || row.state === 'cancelled') this.#unwanted.abort(new NoLongerWanted())
  }
}

function columnsOf(progress: StepProgress): Updateable<Database['uploads']> {
  const { step } = progress
  const ratio = Number(shareOf(progress).toFixed(4))
  return { state: step === 'reading' ? 'probing' : 'rendering', stage: step, ratio }
}
