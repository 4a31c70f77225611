import type { CreatedSet } from '#contract/sets.ts'
import { isAdmin, type Person } from '#domain/membership/membership.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Site } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { setName } from './create-set.ts'
import { livePromotion } from './find-set.ts'
import { lockOwnSet } from './own-set.ts'
import { clipsDeletedFrom, insertClips, lockClips, setClips } from './set-clips.ts'
import { setTag, setUrl, TABLES } from './set-kind.ts'
import { queueSheet } from './sheet/queue-sheet.ts'

/** Undefined fields stay. */
interface Change {
  name?: string | undefined
  description?: string | undefined
  /** All clips in their new order. */
  source_ids?: readonly number[] | undefined
}

type ChangeDeps = Pick<Deps, 'db' | 'now' | 'rateLimits'> & { site: Pick<Site, 'url'> }

/**
 * Changes a set; its address stays, so that shared links work.
 * @throws AppError('badSetName' | 'badClips' | 'tooManyRequests' | 'promotionEnded'), else as lockOwnSet()
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
      await queueSheet(trx, { kind, id })
    }
    const before = { name: old.name, description: old.description }
    const detail = { id, slug, before, after: { ...values, ...(clips && { clips: clips.length }) } }
    await audit(trx, { actor: by, action: `${kind}.change`, userId: null, detail, at: now() })
    await invalidate(trx, [setTag(slug)])
    return { name: values.name, url: setUrl({ site }, kind, slug), ...(expiry && { expiry }) }
  })
}
