import type { Kysely } from 'kysely'
import { DAY_MS } from '#domain/dates/spans.ts'
import type { Person } from '#domain/membership/membership.ts'
import type { Database } from '#server/db/schema.ts'
import { openRateLimits } from '#server/limits/rate-limits.ts'
import type { Storage } from '#server/media/storage.ts'
import { createCollection, createPromotion } from '#server/sets/create-set.ts'
import { aClip, aUser } from '../database/rows.ts'

const SHOP_OPENS = Date.parse('2026-11-21T09:00:00.000Z')

/** A shop with clips, a movable clock and a member who makes sets. */
export async function setShop(db: Kysely<Database>, { clips = 3 } = {}) {
  const clock = { at: SHOP_OPENS }
  const site = { name: 'Nagare', url: new URL('https://nagare.example') }
  const deps = { db, site, rateLimits: openRateLimits(db), now: () => new Date(clock.at) }
  const ids: number[] = []
  const cloudpaths: string[] = []
  for (let made = 0; made < clips; made++) {
    const clip = await aClip(db)
    ids.push(clip.id)
    cloudpaths.push(clip.cloudpath)
  }
  const maker: Person = { id: await aUser(db), membership: 'pro' }
  return {
    deps,
    clock,
    ids,
    cloudpaths,
    maker,
    /** The same deps with a store. */
    withStorage: <Store extends Pick<Storage, 'signedUrl'>>(storage: Store) => ({ ...deps, storage }),
    passDays(days: number) {
      clock.at += days * DAY_MS
    },
    aPromotion: (promo_name = 'Kyoto Autumn', source_ids = ids, expires_in_days = 7) =>
      createPromotion(deps, maker, { promo_name, source_ids, expires_in_days }),
    aCollection: (curated_name = 'Quiet Rain', source_ids = ids) =>
      createCollection(deps, maker, { curated_name, source_ids }),
  }
}
