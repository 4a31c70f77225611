import { randomUUID } from 'node:crypto'
import type { HookEvent } from '#domain/studio/hook-events.ts'
import { databaseTime } from '#server/db/database-clock.ts'
import { engineOf } from '#server/db/engine.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'

/**
 * Queues an event of each of these, up to a few hundred, for the addresses that listen: call it in the transaction of
 * the act. @param data ids and facts that visitors see; never a name or an e-mail address
 */
export async function announce(trx: Db, type: HookEvent, data: readonly object[]): Promise<void> {
  const hooks = data.length > 0 ? await listeners(trx, [type]) : []
  const now = databaseTime(trx)
  const rows = data.flatMap((each) => {
    const event = { event_id: `msg_${randomUUID()}`, type, data: JSON.stringify(each) }
    return hooks.map(({ id }) => ({ ...event, hook_id: id, created: now, queued: now, due: now }))
  })
  if (rows.length > 0) await trx.insertInto('hook_deliveries').values(rows).execute()
}

/** Runs a change of up to a few hundred clips, in its transaction, and announces those that visitors now see, or no longer. */
export async function announceAround<Result>(
  trx: Db,
  ids: readonly number[],
  change: () => Promise<Result>,
): Promise<Result> {
  if (ids.length === 0 || (await listeners(trx, ['clip.published', 'clip.hidden'])).length === 0)
    return change()
  const before = await shownClips(trx, ids)
  const result = await change()
  const after = await shownClips(trx, ids)
  const only = (some: typeof before, others: typeof before) =>
    some.filter(({ id }) => !others.some((other) => other.id === id))
  await announce(trx, 'clip.published', only(after, before))
  await announce(trx, 'clip.hidden', only(before, after))
  return result
}

/** What events say of clips that visitors see. */
export function shownClips(trx: Db, ids: readonly number[]) {
  return trx
    .selectFrom('sources')
    .select(['id', 'title', 'title_ja', 'category', 'license_type', 'created'])
    .where(oneOf(trx, 'id', ids))
    .orderBy('id')
    .execute()
}

/** None is removed before the act commits. */
async function listeners(trx: Db, types: readonly HookEvent[]) {
  const on = trx.selectFrom('hooks').select(['id', 'events']).where('off_since', 'is', null)
  const hooks = await (engineOf(trx) === 'postgres' ? on.forKeyShare() : on).execute()
  return hooks.filter(({ events }) => types.some((type) => (JSON.parse(events) as string[]).includes(type)))
}
