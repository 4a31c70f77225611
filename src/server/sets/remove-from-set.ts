import type { Transaction } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Person } from '#domain/membership/membership.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { findSet } from './find-set.ts'
import { setTag } from './set-kind.ts'
import { queueSheet } from './sheet/queue-sheet.ts'

/** The set may end up empty. @throws AppError('setNotFound' | 'promotionEnded' | 'mediaNotFound') */
export async function removeFromSet(
  deps: Pick<Deps, 'db' | 'now'>,
  kind: SetKind,
  { set, source, by }: { set: string; source: number; by: Person },
): Promise<void> {
  const { id, slug } = await findSet(deps, kind, set)
  await deps.db.transaction().execute(async (trx) => {
    if (!(await deleteMember(trx, kind, { id, source }))) throw new AppError('mediaNotFound')
    await queueSheet(trx, { kind, id })
    const detail = { id, slug, source }
    await audit(trx, { actor: by, action: `${kind}.remove`, userId: null, detail, at: deps.now() })
    await invalidate(trx, [setTag(slug)])
  })
}

async function deleteMember(
  trx: Transaction<Database>,
  kind: SetKind,
  { id, source }: { id: number; source: number },
): Promise<boolean> {
  const members =
    kind === 'promotion'
      ? trx.deleteFrom('promotion_sources').where('promotion_id', '=', id)
      : trx.deleteFrom('collection_sources').where('collection_id', '=', id)
  const { numDeletedRows } = await members.where('source_id', '=', source).executeTakeFirst()
  return numDeletedRows > 0
}
