import type { Transaction } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Person } from '#domain/membership/membership.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { findCollection, livePromotion } from './find-set.ts'
import { setTag } from './set-kind.ts'
import { queueSheet } from './sheet/queue-sheet.ts'

interface Removal {
  set: string
  source: number
  by: Person
}

/**
 * Removes a clip from a live promotion, which may end up empty.
 * @throws AppError('setNotFound' | 'promotionEnded'), 'mediaNotFound' where it has no such clip
 */
export async function removeFromPromotion(deps: Pick<Deps, 'db' | 'now'>, removal: Removal): Promise<void> {
  const set = await livePromotion(deps.db, removal.set, deps.now())
  await remove(deps, 'promotion', { ...removal, ...set })
}

/**
 * Removes a clip from a curated set, which may end up empty.
 * @throws AppError('setNotFound'), 'mediaNotFound' where it has no such clip
 */
export async function removeFromCollection(deps: Pick<Deps, 'db' | 'now'>, removal: Removal): Promise<void> {
  const set = await findCollection(deps.db, removal.set)
  await remove(deps, 'collection', { ...removal, ...set })
}

async function remove(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  kind: SetKind,
  { id, slug, source, by }: { id: number; slug: string } & Omit<Removal, 'set'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await deleteMember(trx, kind, { id, source }))) throw new AppError('mediaNotFound')
    await queueSheet(trx, { kind, id })
    const detail = { id, slug, source }
    await audit(trx, { actor: by, action: `${kind}.remove`, userId: null, detail, at: now() })
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
