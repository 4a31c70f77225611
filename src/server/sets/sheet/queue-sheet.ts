import type { Transaction } from 'kysely'
import type { SetKind } from '#domain/sets/set-kind.ts'
import type { Database } from '#server/db/schema.ts'
import { queueJob } from '#server/jobs/job-rows.ts'

export const SHEET_KIND = 'set-sheet'

export interface SheetOrder {
  kind: SetKind
  id: number
}

/** Queues a new sheet in the transaction that changes the set. */
export function queueSheet(trx: Transaction<Database>, order: SheetOrder): Promise<void> {
  return queueJob(trx, { kind: SHEET_KIND, payload: order })
}

/** Queues a new sheet for every set with this clip, before it leaves the catalogue. */
export async function queueSheetsWith(trx: Transaction<Database>, clipId: number): Promise<void> {
  const promotions = await trx
    .selectFrom('promotion_sources')
    .select('promotion_id as id')
    .where('source_id', '=', clipId)
    .execute()
  const collections = await trx
    .selectFrom('collection_sources')
    .select('collection_id as id')
    .where('source_id', '=', clipId)
    .execute()
  for (const { id } of promotions) await queueSheet(trx, { kind: 'promotion', id })
  for (const { id } of collections) await queueSheet(trx, { kind: 'collection', id })
}
