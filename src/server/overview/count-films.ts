import { ROWS_AT_ONCE } from '#server/db/in-parts.ts'
import type { Db } from '#server/db/schema.ts'

/** Bytes of all full films, read in parts so that visitors get the database in between. */
export async function countFilms(db: Db, signal: AbortSignal): Promise<number> {
  let bytes = 0
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const rows = await db
      .selectFrom('medias')
      .select(['id', 'byte_size'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    for (const { byte_size } of rows) bytes += Number(byte_size)
    const last = rows[ROWS_AT_ONCE - 1]
    if (!last) return bytes
    after = last.id
    await new Promise(setImmediate)
  }
}
