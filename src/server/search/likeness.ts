import { type Kysely, sql } from 'kysely'
import type { Relatable } from '#domain/relatedness.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Database } from '#server/db/schema.ts'

type Row = [id: number, category: string, keywords: string[], user_name: string, dominant_color: string]

/** JSON arrays of keywords. */
interface BothKeywords {
  keywords: string
  keywords_ja: string
}

/** The keywords, as JSON, that a clip is compared by: the English ones, and the Japanese where it has no others. */
export function comparedKeywords({ keywords, keywords_ja }: BothKeywords): string {
  return keywords === '[]' ? keywords_ja : keywords
}

/** What relatedness looks at, as the index keeps it: a JSON array of the fields of a Row. */
export function likenessOf(clip: Omit<Relatable, 'keywords'> & BothKeywords): string {
  const { id, category, user_name, dominant_color } = clip
  const [kind, maker, color] = [category, user_name, dominant_color].map((text) => JSON.stringify(text))
  return `[${id},${kind},${comparedKeywords(clip)},${maker},${color}]`
}

/** What relatedness looks at of the clips with these ranks, the most popular first; one text, as ranks are read. */
export async function readLikeness(db: Kysely<Database>, ranks: readonly number[]): Promise<Relatable[]> {
  const { rows } = await sql<{ list: string | null }>`
    select string_agg(likeness, ',' order by rank) as list from source_texts
    where ${oneOf(db, 'rank', ranks)}`.execute(db)
  const clips: Row[] = JSON.parse(`[${rows[0]?.list ?? ''}]`)
  return clips.map(([id, category, keywords, user_name, dominant_color]) => ({
    id,
    category,
    keywords,
    user_name,
    dominant_color,
  }))
}
