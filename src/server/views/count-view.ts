import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { Quota } from '#server/limits/quota.ts'

/** Going back and forth, and reloading, is one view. */
const seen = new Quota({ points: 1, seconds: 60 * 60 })

/** Counts that somebody at this address looks at a clip's page, once an hour. @throws AppError('mediaNotFound') */
export async function countView(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { clipId, address }: { clipId: number; address: string },
): Promise<void> {
  if (!seen.take(`${address} ${clipId}`, now())) return
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('source_views')
    .columns(['source_id', 'day', 'views'])
    .expression(
      db
        .selectFrom('sources')
        .select((sql) => [
          'id as source_id',
          sql.cast<string>(sql.val(now().toISOString().slice(0, 10)), 'text').as('day'),
          sql.lit(1).as('views'),
        ])
        .where('id', '=', clipId),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['source_id', 'day'])
        .doUpdateSet((sql) => ({ views: sql('source_views.views', '+', 1) })),
    )
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) throw new AppError('mediaNotFound')
}
