import { DAY_MS } from '#domain/dates/spans.ts'
import { RETENTION_DAYS } from '#domain/privacy/retention.ts'
import { audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf, operationRow, SHOWN_TAGS } from './operation-row.ts'

/** How long an operation can be undone. */
const KEPT_MS = RETENTION_DAYS.bulkChanges * DAY_MS

/** Marks an operation as done, records it, and shows visitors the changes. */
export async function finishOperation({ db, now }: Pick<Deps, 'db' | 'now'>, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const operation = await operationRow(trx, id, { lock: true })
    if (operation.finished !== null) return
    const at = now()
    await trx
      .updateTable('bulk_operations')
      .set({ finished: at.toISOString() })
      .where('id', '=', id)
      .execute()
    const { kind, ...values } = JSON.parse(operation.change)
    const { total, changed, unchanged } = operation
    const changes = trx.selectFrom('bulk_changes').select('source_id').where('operation_id', '=', id)
    const ids = (await changes.orderBy('source_id').execute()).map(({ source_id }) => source_id)
    const counts = { total, changed, unchanged, refused: JSON.parse(operation.refused) }
    const detail = { operation: id, ...values, ...counts, ids }
    await audit(trx, { actor: actorOf(operation), action: `library.${kind}`, userId: null, detail, at })
    await invalidate(trx, SHOWN_TAGS)
  })
  const old = new Date(now().getTime() - KEPT_MS).toISOString()
  await db.deleteFrom('bulk_operations').where('finished', '<', old).execute()
}
