import { AppError } from '#contract/errors.ts'
import type { Expiry } from '#contract/sets/sets.ts'
import { DAY_MS } from '#domain/dates/spans.ts'
import { type Actor, audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import { lockRows } from '#server/db/locks.ts'
import type { Deps } from '#server/deps.ts'
import { setNotFound, slugOf } from './find-set.ts'
import { setTag } from './set-kind.ts'

/** ISO instant. */
export function daysAfter(from: Date, days: number): string {
  return new Date(from.getTime() + days * DAY_MS).toISOString()
}

/** Extends or restarts a promotion. @throws AppError('setNotFound'), 'badRequest' if that would shorten it */
export async function extendPromotion(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { name, days }: { name: string; days: number },
): Promise<Expiry> {
  const expiry = daysAfter(deps.now(), days)
  await setExpiry(deps, { name, actor, action: 'promotion.extend', expiry }, (before) => {
    if (expiry <= before) throw new AppError('badRequest', `it already lasts until ${before}`)
  })
  return { expiry }
}

/** Ends a promotion; its row and figures stay. @throws AppError('setNotFound' | 'promotionEnded') */
export async function endPromotion(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  name: string,
): Promise<void> {
  const expiry = deps.now().toISOString()
  await setExpiry(deps, { name, actor, action: 'promotion.end', expiry }, (before) => {
    if (before <= expiry) throw new AppError('promotionEnded')
  })
}

/** @param check gets the former expiry, and throws if it must not be changed so */
async function setExpiry(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { name, actor, action, expiry }: { name: string; actor: Actor; action: string; expiry: string },
  check: (before: string) => void,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const query = trx.selectFrom('promotions').select(['id', 'slug', 'expires_at'])
    const locked = query.where('slug', '=', slugOf(name)).$call(lockRows(trx))
    const { id, slug, expires_at } = await locked.executeTakeFirstOrThrow(setNotFound)
    check(expires_at)
    await trx.updateTable('promotions').set({ expires_at: expiry }).where('id', '=', id).execute()
    const detail = { id, slug, before: { expires_at }, after: { expires_at: expiry } }
    await audit(trx, { actor, action, userId: null, detail, at: now() })
    await invalidate(trx, [setTag(slug)])
  })
}
