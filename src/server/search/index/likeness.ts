import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import type { SearchedClip } from './searched-clips.ts'

/** The data that related clips are chosen by. Colours are `#rrggbb`. */
export interface Relatable {
  id: number
  category: string
  keywords: readonly string[]
  user_name: string
  dominant_color: string
}

type Row = [id: number, category: string, keywords: string[], user_name: string, dominant_color: string]

type BothKeywords = Pick<SearchedClip, 'keywords' | 'keywords_ja'>

/** The keywords for comparing a clip, as JSON: the English ones, or the Japanese if there are none. */
export function comparedKeywords({ keywords, keywords_ja }: BothKeywords): string {
  return keywords === '[]' ? keywords_ja : keywords
}

/** A clip's `likeness` column: a JSON array of the fields of a Row. */
export function likenessOf(clip: Omit<Relatable, 'keywords'> & BothKeywords): string {
  const { id, category, user_name, dominant_color } = clip
  const [kind, maker, color] = [category, user_name, dominant_color].map((text) => JSON.stringify(text))
  return `[${id},${kind},${comparedKeywords(clip)},${maker},${color}]`
}

/**
 * Reads `likeness` of the clips that the query `ranks` selects, the most popular first. One text is faster than many
 * rows.
 */
export async function readLikeness(db: Db, ranks: RawBuilder<unknown>): Promise<Relatable[]> {
  const { rows } = await sql<{ list: string | null }>`
    select string_agg(texts.likeness, ',' order by texts.rank) as list
    from (${ranks}) as matches join source_texts as texts on texts.rank = matches.rank`.execute(db)
  const clips: Row[] = JSON.parse(`[${rows[0]?.list ?? ''}]`)
  return clips.map(([id, category, keywords, user_name, dominant_color]) => ({
    id,
    category,
    keywords,
    user_name,
    dominant_color,
  }))
}
