import { type Kysely, sql, type Transaction } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { lockIndex } from './index-source.ts'

/** One transaction of the rebuild, which ends where another has begun. */
export async function step<Result>(
  db: Kysely<Database>,
  rebuild: string,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await lockIndex(trx)
    // An index over a million clips takes longer to build than a request may.
    if (engineOf(trx) === 'postgres') await sql`set local statement_timeout = 0`.execute(trx)
    const current = await trx
      .selectFrom('search_state')
      .select('value')
      .where('key', '=', 'rebuild')
      .executeTakeFirst()
    if (current?.value !== rebuild)
      throw new AppError('unavailable', 'another rebuild of the search index has begun')
    return work(trx)
  })
}
