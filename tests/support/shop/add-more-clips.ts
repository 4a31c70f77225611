import { operatorEnvironment, parseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'

/** Total number of clips, enough for several pages of every list. */
const WANTED = 130

/** Publishes the ingested clips again under new ids with the same renditions: rendering more would take minutes. */
const db = await openDatabase(parseConfig(operatorEnvironment(process.env)).database)
const sources = await db.selectFrom('sources').selectAll().orderBy('id').execute()
const looks = await db.selectFrom('clip_looks').selectAll().execute()
const medias = await db.selectFrom('medias').selectAll().execute()
await db.transaction().execute(async (trx) => {
  for (let n = sources.length; n < WANTED; n++) {
    const { id, ...source } = sources[n % sources.length]!
    const media = medias.find(({ source_id }) => source_id === id)!
    const { id: added } = await trx
      .insertInto('library')
      .values({
        ...source,
        file_name: `more-${n}.mp4`,
        content_hash: `${source.content_hash}-${n}`,
        title: `${source.title} ${n}`,
        popularity: -n,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: _media, ...renditions } = media
    await trx
      .insertInto('medias')
      .values({
        ...renditions,
        source_id: added,
        file_name: `more-${n}.mp4`,
        cloudpath: `full/more-${n}.mp4`,
      })
      .execute()
    const look = looks.find(({ source_id }) => source_id === id)!
    await trx
      .insertInto('clip_looks')
      .values({ ...look, source_id: added })
      .execute()
    await indexSource(trx, added)
  }
})
await db.destroy()
