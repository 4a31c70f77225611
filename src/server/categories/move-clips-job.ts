import { z } from 'zod'
import { invalidate } from '#server/cache-invalidation.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { type FailedRow, throwFailed, togetherOrAlone } from '#server/jobs/each-alone.ts'
import { type QueuedJob, UnrecoverableError } from '#server/jobs/job.ts'
import { clipTags } from '#server/library/publish-clip.ts'
import { reindexAround } from '#server/search/index/reindex-sources.ts'

export const MOVE_KIND = 'category-move'

const Order = z.object({ from: z.string(), to: z.string() })
export type MoveOrder = z.infer<typeof Order>

/** Clips per transaction: other writers wait for some 100 ms. */
const BATCH = 25

/** Moves all clips of a category into another, batch by batch, and then removes it. A killed run continues. */
export const moveClipsJob: QueuedJob = {
  kind: MOVE_KIND,
  async run({ db, now, log }, payload, { signal }) {
    const order = Order.parse(payload)
    const target = await db
      .selectFrom('categories')
      .select('key')
      .where('key', '=', order.to)
      .executeTakeFirst()
    if (!target) throw new UnrecoverableError(`there is no category ${order.to}`)
    const failed: FailedRow[] = []
    for (let after = 0; ; ) {
      signal.throwIfAborted()
      const clips = await nextClips(db, order, after)
      const left = await togetherOrAlone({ log }, clips, { what: 'clip', signal }, (some) =>
        db.transaction().execute((trx) => moveClips(trx, { ...order, clips: some, at: now() })),
      )
      failed.push(...left)
      if (clips.length < BATCH) break
      after = clips.at(-1)!.id
      await new Promise(setImmediate)
    }
    throwFailed('clip', failed)
    await db.transaction().execute((trx) => removeCategory(trx, order))
  },
}

function nextClips(db: Db, { from }: MoveOrder, after: number) {
  const clips = db.selectFrom('library').select('id').where('category', '=', from).where('id', '>', after)
  return clips.orderBy('id').limit(BATCH).execute()
}

interface Move extends MoveOrder {
  clips: readonly { id: number }[]
  at: Date
}

async function moveClips(trx: Trx, { from, to, clips, at }: Move): Promise<void> {
  const ids = clips.map(({ id }) => id)
  await reindexAround(trx, ids, async () => {
    const moved = await trx
      .updateTable('library')
      .set(({ eb }) => ({ category: to, version: eb('version', '+', 1), updated: at.toISOString() }))
      .where(oneOf(trx, 'id', ids))
      .where('category', '=', from)
      .returning('id')
      .execute()
    const inMedias = moved.map(({ id }) => id)
    await trx
      .updateTable('medias')
      .set({ category: to })
      .where(oneOf(trx, 'source_id', inMedias))
      .execute()
  })
  await invalidate(trx, [...new Set(ids.flatMap(clipTags))])
}

/** Former keys that led to it now lead to its successor. The next run moves clips that came in meanwhile. */
async function removeCategory(trx: Trx, { from, to }: MoveOrder): Promise<void> {
  const clip = await trx.selectFrom('library').select('id').where('category', '=', from).executeTakeFirst()
  if (clip) throw new Error(`clip ${clip.id} has come into the category ${from} meanwhile`)
  await trx.updateTable('category_moves').set({ moved_to: to }).where('moved_to', '=', from).execute()
  await trx.deleteFrom('categories').where('key', '=', from).execute()
  await trx
    .insertInto('category_moves')
    .values({ key: from, moved_to: to })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ moved_to: to }))
    .execute()
  await invalidate(trx, ['categories', 'clips'])
}
