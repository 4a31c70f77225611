import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
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
  category?: string
  license_type?: 'commercial' | 'editorial'
  width?: number
  height?: number
  duration?: number
  popularity?: number
}

/** A visible clip with only the given texts, published like ingest does. The slug is its file name. */
export async function publish(db: Kysely<Database>, given: SearchedText): Promise<number> {
  const { slug = '', keywords = [], keywords_ja = [], duration = 10, ...texts } = given
  const lists = { keywords: JSON.stringify(keywords), keywords_ja: JSON.stringify(keywords_ja) }
  const silent = { title: '', title_ja: '', description: '', description_ja: '' }
  const source = { ...silent, ...texts, ...lists, file_name: slug }
  const { id } = await aClip(db, { source, media: { duration } })
  await db.transaction().execute((trx) => indexSource(trx, id))
  return id
}

/** The invented library of search-clips.json: 125 clips in both languages. */
export async function publishLibrary(db: Kysely<Database>): Promise<void> {
  for (const clip of clips) await publish(db, clip as SearchedText)
}
