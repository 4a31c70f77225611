import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { localLimit } from '#server/limits/rate-limits.ts'

/** A visitor who reloads counts once an hour. */
const views = localLimit({ points: 1, seconds: 60 * 60 })

/** Counts a view of a clip's page, once an hour per IP. @throws AppError('mediaNotFound') */
export async function countView(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { clipId, address }: { clipId: number; address: string },
): Promise<void> {
  if (!(await views.allows(`${address} ${clipId}`))) return
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
