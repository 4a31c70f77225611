import type { Person } from '#domain/membership/membership.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Deps } from '#server/deps.ts'
import { lockOwnSet } from './own-set.ts'
import { setTag, TABLES } from './set-kind.ts'
import { queueSheet } from './sheet/queue-sheet.ts'

/** Deletes a set with its figures; its name is free again. @throws as lockOwnSet() */
export async function deleteSet(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  kind: SetKind,
  { set, by }: { set: string; by: Person | 'cli' },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { id, slug, name, description, og_image_url } = await lockOwnSet(trx, kind, { set, by })
    // Foreign keys delete its list of clips.
    await trx.deleteFrom(TABLES[kind]).where('id', '=', id).execute()
    await queueSheet(trx, { kind, id, last: og_image_url })
    const detail = { id, slug, before: { name, description } }
    await audit(trx, { actor: by, action: `${kind}.delete`, userId: null, detail, at: now() })
    await invalidate(trx, [setTag(slug)])
  })
}
