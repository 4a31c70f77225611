import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import type { SearchedClip } from './searched-clips.ts'

/** The data that related clips are chosen by. Colours are `#rrggbb`; the rank is the clip's place by popularity. */
export interface Relatable {
  rank: number
  id: number
  category: string
  keywords: readonly string[]
  user_name: string
  dominant_color: string
}

type Row = [
  rank: number,
  id: number,
  category: string,
  keywords: string[],
  user_name: string,
  dominant_color: string,
]

type BothKeywords = Pick<SearchedClip, 'keywords' | 'keywords_ja'>

/** The keywords for comparing a clip, as JSON: the English ones, or the Japanese if there are none. */
export function comparedKeywords({ keywords, keywords_ja }: BothKeywords): string {
  return keywords === '[]' ? keywords_ja : keywords
}

/** A clip's `likeness` column: a JSON array of the fields of a Row without the rank. */
export function likenessOf(clip: Omit<Relatable, 'rank' | 'keywords'> & BothKeywords): string {
  const { id, category, user_name, dominant_color } = clip
  const [kind, maker, color] = [category, user_name, dominant_color].map((text) => JSON.stringify(text))
  return `[${id},${kind},${comparedKeywords(clip)},${maker},${color}]`
}

/** Reads `likeness` of the clips that the query `ranks` selects. One text is faster than many rows. */
export async function readLikeness(db: Db, ranks: RawBuilder<unknown>): Promise<Relatable[]> {
  const { rows } = await sql<{ list: string | null }>`
    select string_agg('[' || texts.rank || ',' || substr(texts.likeness, 2), ',') as list
    from (${ranks}) as matches join source_texts as texts on texts.rank = matches.rank`.execute(db)
  const clips: Row[] = JSON.parse(`[${rows[0]?.list ?? ''}]`)
  return clips.map(([rank, id, category, keywords, user_name, dominant_color]) => ({
    rank,
    id,
    category,
    keywords,
    user_name,
    dominant_color,
  }))
}
