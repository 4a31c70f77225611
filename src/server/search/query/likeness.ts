import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Relatable } from '#domain/clips/relatedness.ts'
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

/**
 * What relatedness looks at of clips, the most popular first; `ranks` is a query of their `rank`. Read as one text, as
 * ranks are.
 */
export async function readLikeness(db: Kysely<Database>, ranks: RawBuilder<unknown>): Promise<Relatable[]> {
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
