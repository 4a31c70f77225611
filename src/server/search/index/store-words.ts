import { sql } from 'kysely'
import { jsonRows } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import type { ClipDocument } from './clip-document.ts'

/** Stores the Japanese words of clips with new or changed texts. A clip deleted meanwhile is left out. */
export async function storeWords(db: Db, documents: readonly ClipDocument[]): Promise<void> {
  const rows = documents.flatMap(({ id, storedWords }) =>
    storedWords === undefined ? [] : [[id, storedWords]],
  )
  if (rows.length === 0) return
  await sql`
    insert into source_words (source_id, words)
    select library.id, v.value ->> 1
    from ${jsonRows(db, rows)} join library on library.id = cast(v.value ->> 0 as bigint) where true
    on conflict (source_id) do update set words = excluded.words`.execute(db)
}
