import type { Transaction } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Expiry } from '#contract/sets.ts'
import { DAY_MS } from '#domain/dates/spans.ts'
import { setId } from '#domain/sets/set-slug.ts'
import { type Actor, audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { setTag } from './set-kind.ts'

/** ISO instant. */
export function daysAfter(from: Date, days: number): string {
  return new Date(from.getTime() + days * DAY_MS).toISOString()
}

/** Extends or restarts a promotion. @throws AppError('setNotFound'), 'badRequest' if that would shorten it */
export async function extendPromotion(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { name, days }: { name: string; days: number },
): Promise<Expiry> {
  return db.transaction().execute(async (trx) => {
    const promotion = await lockPromotion(trx, name)
    const expiry = daysAfter(now(), days)
    if (expiry <= promotion.expires_at)
      throw new AppError('badRequest', `it already lasts until ${promotion.expires_at}`)
    await setExpiry(trx, { ...promotion, expiry, actor, action: 'promotion.extend', at: now() })
    return { expiry }
  })
}

/** Ends a promotion; its row and figures stay. @throws AppError('setNotFound' | 'promotionEnded') */
export async function endPromotion(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  name: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const promotion = await lockPromotion(trx, name)
    const expiry = now().toISOString()
    if (promotion.expires_at <= expiry) throw new AppError('promotionEnded')
    await setExpiry(trx, { ...promotion, expiry, actor, action: 'promotion.end', at: now() })
  })
}

async function lockPromotion(trx: Transaction<Database>, name: string) {
  const slug = setId(name)
  if (slug === undefined) throw new AppError('setNotFound')
  const query = trx.selectFrom('promotions').select(['id', 'slug', 'expires_at']).where('slug', '=', slug)
  const row = await (engineOf(trx) === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw new AppError('setNotFound')
  return row
}

interface NewExpiry {
  id: number
  slug: string
  /** The former expiry. */
  expires_at: string
  expiry: string
  actor: Actor
  action: string
  at: Date
}

async function setExpiry(
  trx: Transaction<Database>,
  { id, slug, expires_at, expiry, actor, action, at }: NewExpiry,
): Promise<void> {
  await trx.updateTable('promotions').set({ expires_at: expiry }).where('id', '=', id).execute()
  const detail = { id, slug, before: { expires_at }, after: { expires_at: expiry } }
  await audit(trx, { actor, action, userId: null, detail, at })
  await invalidate(trx, [setTag(slug)])
}
