import { z } from 'zod'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { type FailedRow, throwFailed, togetherOrAlone } from '#server/jobs/each-alone.ts'
import { type QueuedJob, UnrecoverableError } from '#server/jobs/job.ts'
import { bulkClips, writeClips } from '#server/library/bulk/bulk-clips.ts'
import { clipTags } from '#server/library/publish-clip.ts'

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

/** An editor may have moved some meanwhile. */
async function moveClips(trx: Trx, { from, to, clips, at }: Move): Promise<void> {
  const ids = clips.map(({ id }) => id)
  const locked = await bulkClips(trx, ids, { lock: true })
  const still = ids.filter((id) => locked.get(id)?.category === from)
  const changes = still.map((id) => ({ id, to: { category: to } }))
  if (changes.length > 0) await writeClips(trx, changes, at.toISOString())
  await invalidate(trx, [...new Set(still.flatMap(clipTags))])
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
