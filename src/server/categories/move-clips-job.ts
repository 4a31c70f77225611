import { z } from 'zod'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Trx } from '#server/db/schema.ts'
import { type QueuedJob, UnrecoverableError } from '#server/jobs/job.ts'
import { clipTags } from '#server/library/publish-clip.ts'
import { indexSource, unindexSource } from '#server/search/index/index-source.ts'

export const MOVE_KIND = 'category-move'

const Order = z.object({ from: z.string(), to: z.string() })
export type MoveOrder = z.infer<typeof Order>

/** Clips per transaction: other writers wait for some 100 ms. */
const BATCH = 25

/** Moves all clips of a category into another, batch by batch, and then removes it. A killed run continues. */
export const moveClipsJob: QueuedJob = {
  kind: MOVE_KIND,
  async run({ db, now }, payload, { signal }) {
    const order = Order.parse(payload)
    const target = await db
      .selectFrom('categories')
      .select('key')
      .where('key', '=', order.to)
      .executeTakeFirst()
    if (!target) throw new UnrecoverableError(`there is no category ${order.to}`)
    for (;;) {
      signal.throwIfAborted()
      const moved = await db.transaction().execute((trx) => moveBatch(trx, order, now()))
      if (moved === 0) break
      await new Promise(setImmediate)
    }
    await db.transaction().execute((trx) => removeCategory(trx, order))
  },
}

async function moveBatch(trx: Trx, { from, to }: MoveOrder, at: Date): Promise<number> {
  const clips = await trx
    .selectFrom('library')
    .select('id')
    .where('category', '=', from)
    .orderBy('id')
    .limit(BATCH)
    .execute()
  for (const { id } of clips) {
    await unindexSource(trx, id)
    await trx
      .updateTable('library')
      .set(({ eb }) => ({ category: to, version: eb('version', '+', 1), updated: at.toISOString() }))
      .where('id', '=', id)
      .execute()
    await trx.updateTable('medias').set({ category: to }).where('source_id', '=', id).execute()
    await indexSource(trx, id)
  }
  await invalidate(trx, [...new Set(clips.flatMap(({ id }) => clipTags(id)))])
  return clips.length
}

/** Former keys that led to it now lead to its successor. The next run moves clips that came in meanwhile. */
async function removeCategory(trx: Trx, { from, to }: MoveOrder): Promise<void> {
  await trx.updateTable('category_moves').set({ moved_to: to }).where('moved_to', '=', from).execute()
  await trx.deleteFrom('categories').where('key', '=', from).execute()
  await trx
    .insertInto('category_moves')
    .values({ key: from, moved_to: to })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ moved_to: to }))
    .execute()
  await invalidate(trx, ['categories', 'clips'])
}
