import { AppError } from '#contract/errors.ts'
import type { CreatedSet } from '#contract/sets/sets.ts'
import { isAdmin, type Person } from '#domain/membership/membership.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Site } from '#server/config/config.ts'
import { lockRows } from '#server/db/locks.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { setName } from './create-set.ts'
import { findSet, livePromotion, setNotFound, slugOf } from './find-set.ts'
import { appendClips, clipsDeletedFrom, insertClips, lockClips, setClips } from './set-clips.ts'
import { setTag, setUrl, TABLES } from './set-kind.ts'
import { queueSheet } from './sheet/queue-sheet.ts'

/** Undefined fields stay. */
interface Change {
  name?: string | undefined
  description?: string | undefined
  /** All clips in their new order. */
  source_ids?: readonly number[] | undefined
  /** Clips to add at the end. */
  added_ids?: readonly number[] | undefined
}

type ChangeDeps = Pick<Deps, 'db' | 'now' | 'rateLimits'> & { site: Pick<Site, 'url'> }

/**
 * Changes a set; its address stays, so that shared links work.
 * @throws AppError('badSetName' | 'badClips' | 'setFull' | 'tooManyRequests' | 'promotionEnded'), else as lockOwnSet()
 */
export async function changeSet(
  { db, now, site, rateLimits }: ChangeDeps,
  kind: SetKind,
  { set, by, change }: { set: string; by: Person; change: Change },
): Promise<CreatedSet> {
  const name = change.name === undefined ? undefined : setName(change.name)
  const clips = change.source_ids && setClips(change.source_ids)
  const expiry = kind === 'promotion' && (await livePromotion(db, set, now())).expires_at
  if (!isAdmin(by)) await rateLimits.setChanges.take(String(by.id))
  return db.transaction().execute(async (trx) => {
    if (clips) await lockClips(trx, clips)
    const { id, slug, ...old } = await lockOwnSet(trx, kind, { set, by })
    const values = { name: name ?? old.name, description: change.description ?? old.description }
    await trx.updateTable(TABLES[kind]).set(values).where('id', '=', id).execute()
    if (clips) {
      await clipsDeletedFrom(trx, kind, id).execute()
      await insertClips(trx, kind, { id, clips })
    }
    const added = change.added_ids && (await appendClips(trx, kind, { id, clips: change.added_ids }))
    if (clips || added) await queueSheet(trx, { kind, id })
    const before = { name: old.name, description: old.description }
    const detail = { id, slug, before, after: { ...values, ...(clips && { clips: clips.length }), added } }
    await audit(trx, { actor: by, action: `${kind}.change`, userId: null, detail, at: now() })
    await invalidate(trx, [setTag(slug)])
    return { name: values.name, url: setUrl({ site }, kind, slug), ...(expiry && { expiry }), added }
  })
}

/** The set may end up empty. @throws AppError('mediaNotFound'), 'promotionEnded', else as lockOwnSet() */
export async function removeFromSet(
  deps: Pick<Deps, 'db' | 'now'>,
  kind: SetKind,
  { set, source, by }: { set: string; source: number; by: Person },
): Promise<void> {
  await findSet(deps, kind, set)
  await deps.db.transaction().execute(async (trx) => {
    const { id, slug } = await lockOwnSet(trx, kind, { set, by })
    const removed = await clipsDeletedFrom(trx, kind, id).where('source_id', '=', source).executeTakeFirst()
    if (removed.numDeletedRows === 0n) throw new AppError('mediaNotFound')
    await queueSheet(trx, { kind, id })
    const detail = { id, slug, source }
    await audit(trx, { actor: by, action: `${kind}.remove`, userId: null, detail, at: deps.now() })
    await invalidate(trx, [setTag(slug)])
  })
}

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

/**
 * Locks the set for a change by its maker, the admin or the command line, ended or not.
 * @throws AppError('setNotFound'), 'forbidden' for anybody else
 */
async function lockOwnSet(trx: Trx, kind: SetKind, { set, by }: { set: string; by: Person | 'cli' }) {
  const row = await trx
    .selectFrom(TABLES[kind])
    .select(['id', 'slug', 'name', 'description', 'created_by', 'og_image_url'])
    .where('slug', '=', slugOf(set))
    .$call(lockRows(trx))
    .executeTakeFirstOrThrow(setNotFound)
  const may = by === 'cli' || isAdmin(by) || row.created_by === by.id
  if (!may) throw new AppError('forbidden', 'this set belongs to somebody else')
  return row
}
