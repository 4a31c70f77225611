import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder } from '../scratch.ts'
import { makeMaster, photos } from './footage.ts'
import { ingestInto, openShop, type Shop, withDatabase } from './shop.ts'

const MASTERS = 8
const MASTER_SECONDS = 3

/** A library of real clips, each published many times, so that every tile has pictures and a preview. */
export async function openLargeShop(count: number): Promise<Shop> {
  const shop = await openShop()
  const folder = join(scratchFolder('footage'), 'films')
  mkdirSync(folder)
  for (const [n, photo] of photos().slice(0, MASTERS).entries())
    await makeMaster(photo, join(folder, `${n}.mp4`), { kind: 'compliant', seconds: MASTER_SECONDS })
  await ingestInto(shop, folder)
  await publishAgain(shop, count)
  return shop
}

/** More rows with the same renditions, up to `count` in total. */
export function publishAgain({ env }: Shop, count: number): Promise<void> {
  return withDatabase(env, async (db) => {
    const sources = await db.selectFrom('sources').selectAll().orderBy('id').execute()
    const medias = await db.selectFrom('medias').selectAll().execute()
    await db.transaction().execute(async (trx) => {
      for (let n = sources.length; n < count; n++) {
        const { id, ...source } = sources[n % sources.length]!
        const { id: _id, ...media } = medias.find(({ source_id }) => source_id === id)!
        const again = {
          ...source,
          content_hash: `${source.content_hash}-${n}`,
          title: `${source.title} ${n}`,
          popularity: -n,
        }
        const added = await trx.insertInto('library').values(again).returning('id').executeTakeFirstOrThrow()
        const row = { ...media, source_id: added.id, cloudpath: `full/again-${n}.mp4` }
        await trx.insertInto('medias').values(row).execute()
      }
    })
  })
}
