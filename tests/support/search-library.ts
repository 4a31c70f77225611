import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { indexSource, reindexAround } from '#server/search/index/reindex-sources.ts'
import clips from '../fixtures/search-clips.json' with { type: 'json' }
import { aClip } from './database/rows.ts'

/** Texts of a searchable clip. */
export interface SearchedText {
  title?: string
  title_ja?: string
  description?: string
  description_ja?: string
  keywords?: string[]
  keywords_ja?: string[]
  slug?: string
  user_name?: string
  category?: string
  license_type?: 'commercial' | 'editorial'
  width?: number
  height?: number
  duration?: number
  popularity?: number
}

/** A visible clip with only the given texts, published like ingest does. The slug is its file name. */
export async function publish(db: Kysely<Database>, given: SearchedText): Promise<number> {
  const { id } = await aClip(db, rowsOf(given))
  await db.transaction().execute((trx) => indexSource(trx, id))
  return id
}

function rowsOf({ slug = '', keywords = [], keywords_ja = [], duration = 10, ...texts }: SearchedText) {
  const lists = { keywords: JSON.stringify(keywords), keywords_ja: JSON.stringify(keywords_ja) }
  const silent = { title: '', title_ja: '', description: '', description_ja: '' }
  return { source: { ...silent, ...texts, ...lists, file_name: slug }, media: { duration } }
}

/** The invented library of search-clips.json: 125 clips in both languages. */
export async function publishLibrary(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ids: number[] = []
    for (const clip of clips) ids.push((await aClip(trx, rowsOf(clip as SearchedText))).id)
    await reindexAround(trx, ids, async () => {})
  })
}
