import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import { siteWith } from '#server/config/config.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { legalDays } from '#server/legal/legal.ts'
import { storeSheet } from './sheet.ts'

/** How many versions are tried until one can be read. */
const TRIED = 20

/**
 * Keeps a process's `site` at the newest version. Returns what reads it again, once per version; call it before the
 * first page, and after each change of the shop.
 */
export function followShop(deps: Pick<Deps, 'db' | 'log' | 'site' | 'storage' | 'now'>): () => Promise<void> {
  const { db, site } = deps
  const start = site.shop
  let known: number | null = null
  return async () => {
    const { newest } = await db
      .selectFrom('shop_versions')
      .select(({ fn }) => fn.max<number | null>('number').as('newest'))
      .executeTakeFirstOrThrow()
    // A day has come, or a version.
    if (newest !== null) site.termsDay = (await legalDays(db, 'terms', deps.now())).held
    if (newest === known) return
    const shop = (await publishedShop(deps)) ?? start
    const sheet = await storeSheet(deps, shop)
    known = newest
    // In place, since use cases hold this object.
    Object.assign(site, siteWith(site, shop), { sheet })
  }
}

/**
 * The newest version; undefined before the first. One that cannot be read is logged, and the one before it holds.
 */
export async function publishedShop({
  db,
  log,
}: Pick<Deps, 'db' | 'log'>): Promise<ShopSettings | undefined> {
  const rows = await db
    .selectFrom('shop_versions')
    .select(['number', 'document'])
    .orderBy('number', 'desc')
    .limit(TRIED)
    .execute()
  if (rows.length === 0) return undefined
  // Loaded here: a shop as it comes starts without the schema.
  const { settingsOf } = await import('./shop-document.ts')
  for (const { number, document } of rows) {
    try {
      return settingsOf(JSON.parse(document))
    } catch (err) {
      log.error({ err, version: number }, 'version of the shop not readable: the one before it holds')
    }
  }
  return undefined
}

/** The number of the newest version if it cannot be read, so that an older one holds. */
export async function unreadableVersion(db: Db): Promise<number | undefined> {
  const newest = await db
    .selectFrom('shop_versions')
    .select(['number', 'document'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return undefined
  const { settingsOf } = await import('./shop-document.ts')
  try {
    settingsOf(JSON.parse(newest.document))
    return undefined
  } catch {
    return newest.number
  }
}
