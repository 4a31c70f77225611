import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'

/** Counts a view of a clip's page, once an hour per IP. @throws AppError('mediaNotFound') */
export async function countView(
  { db, now, rateLimits }: Pick<Deps, 'db' | 'now' | 'rateLimits'>,
  { clipId, address }: { clipId: number; address: string },
): Promise<void> {
  if (!(await rateLimits.clipViews.allows(`${address} ${clipId}`))) return
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
