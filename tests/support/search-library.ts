import type { Kysely } from 'kysely'
import { bitsOf, COLOUR_NAMES, shadesOf } from '#domain/look/shades.ts'
import type { Database } from '#server/db/schema.ts'
import { keepLook } from '#server/library/clip-look.ts'
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
  frame_rate?: number
  ai?: 0 | 1 | null
  seam?: number | null
  /** What the colour filter finds it by: names, or as 3366aa. */
  colours?: readonly string[]
  popularity?: number
}

/** A visible clip with only the given texts, published like ingest does. The slug is its file name. */
export async function publish(db: Kysely<Database>, given: SearchedText): Promise<number> {
  const { id } = await aClip(db, rowsOf(given))
  await db.transaction().execute(async (trx) => {
    await keepLook(trx, id, aLook(given.colours))
    await indexSource(trx, id)
  })
  return id
}

/** The look of a clip in some colours, each in its first shade. */
export function aLook(colours: readonly string[] = []): Parameters<typeof keepLook>[2] {
  const shades = bitsOf(colours.flatMap((colour) => shadesOf(colour).slice(0, 1)))
  return { poster_base: '', look: { colours: [], shades, layout: '' } }
}

function rowsOf({ slug = '', keywords = [], keywords_ja = [], duration = 10, ...given }: SearchedText) {
  const { frame_rate = 30, seam = null, colours: _, ...texts } = given
  const lists = { keywords: JSON.stringify(keywords), keywords_ja: JSON.stringify(keywords_ja) }
  const silent = { title: '', title_ja: '', description: '', description_ja: '' }
  return { source: { ...silent, ...texts, ...lists, file_name: slug }, media: { duration, frame_rate, seam } }
}

/** The invented library of search-clips.json: 125 clips in both languages, which differ in every filter. */
export async function publishLibrary(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ids: number[] = []
    for (const [n, clip] of clips.entries()) {
      const smaller = n % 4 === 0 ? 1.5 : 1
      const size = { width: clip.width / smaller, height: clip.height / smaller }
      const seen = {
        ...{ ...size, ai: ([0, 1, null] as const)[n % 3]!, frame_rate: [23.976, 25, 59.94][n % 3]! },
        seam: [1, 2, 4, null, -1][n % 5]!,
      }
      const { id } = await aClip(trx, rowsOf({ ...(clip as SearchedText), ...seen }))
      const colours = [COLOUR_NAMES[n % 5]!, COLOUR_NAMES[n % 7]!]
      await keepLook(trx, id, aLook(colours))
      ids.push(id)
    }
    await reindexAround(trx, ids, async () => {})
  })
}
