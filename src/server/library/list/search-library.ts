import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { searchIds } from '#server/search/query/search-ids.ts'

/** The best published matches; nobody selects more by one search. */
const PUBLISHED_MATCHES = 5_000
/** How many of the newest drafts, and of the newest hidden clips, are read. */
const UNPUBLISHED_READ = 5_000

/**
 * Clips that match a search text: first the one with that number, then drafts and hidden clips, newest first, then
 * visitors' results.
 */
export async function searchLibrary(db: Db, text: string): Promise<{ ids: number[]; more: boolean }> {
  const [, mark, number] = /^(#?)(\d{1,15})$/.exec(text.trim()) ?? []
  if (mark && number) return { ids: [Number(number)], more: false }
  const published = await searchIds(db, text, PUBLISHED_MATCHES)
  const [drafts, hidden] = [await unpublished(db, 'draft', text), await unpublished(db, 'hidden', text)]
  const ids = new Set([...(number ? [Number(number)] : []), ...drafts, ...hidden, ...published])
  return { ids: [...ids], more: published.length === PUBLISHED_MATCHES }
}

/** Drafts and hidden clips are not in the index: each word must be in a title, a keyword or the file's name. */
async function unpublished(db: Db, state: 'draft' | 'hidden', text: string): Promise<number[]> {
  const words = text
    .normalize('NFKC')
    .split(/\s+/u)
    .filter((word) => word !== '' && !word.startsWith('-'))
  if (words.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select c.id from (
      select id from library where state = ${sql.lit(state)} order by added desc, id desc limit ${UNPUBLISHED_READ}
    ) as newest
    join library c on c.id = newest.id join medias m on m.source_id = c.id
    where ${sql.join(
      words.map((word) => contains(db, word)),
      sql` and `,
    )}
    order by c.added desc, c.id desc`.execute(db)
  return rows.map(({ id }) => id)
}

function contains(db: Db, word: string): RawBuilder<SqlBool> {
  const pattern = `%${word.replace(/["“”]/g, '').replace(/[\\%_]/g, '\\$&')}%`
  const like = engineOf(db) === 'sqlite' ? sql`like` : sql`ilike`
  return sql`(c.title || ' ' || c.title_ja || ' ' || c.keywords || ' ' || c.keywords_ja || ' ' || m.original_filename)
    ${like} ${pattern} escape '\\'`
}
