import type { SetKind } from '#domain/sets/set-kind.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Trx } from '#server/db/schema.ts'
import { queueJob } from '#server/jobs/job-rows.ts'
import { membersOf } from '../set-kind.ts'

export const SHEET_KIND = 'set-sheet'

export interface SheetOrder {
  kind: SetKind
  id: number
  /** URL of the last sheet of a deleted set, which the job deletes; may be empty. */
  last?: string
}

/** Queues a new sheet in the transaction that changes the set. */
export function queueSheet(trx: Trx, order: SheetOrder): Promise<void> {
  return queueJob(trx, { kind: SHEET_KIND, payload: order })
}

/** Queues a new sheet for every set with any of these clips, before they leave the catalogue. */
export async function queueSheetsWith(trx: Trx, ...clipIds: number[]): Promise<void> {
  for (const kind of ['promotion', 'collection'] as const) {
    const members = trx.selectFrom(membersOf(trx, kind).as('members'))
    const sets = await members
      .select('set_id as id')
      .distinct()
      .where(oneOf(trx, 'source_id', clipIds))
      .execute()
    for (const { id } of sets) await queueSheet(trx, { kind, id })
  }
}
