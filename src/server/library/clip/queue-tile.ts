import type { Trx } from '#server/db/schema.ts'
import { queueJob } from '#server/jobs/job-rows.ts'

export const TILE_KIND = 'clip-tile'

/** An order to render a clip's poster and hover preview again from its full film. */
export interface TileOrder {
  id: number
  posterAt: number | null
  previewAt: number | null
}

/** At most one job per clip. */
export const tileKey = (id: number) => `${TILE_KIND}:${id}`

/** Queues the job in the transaction that changes their seconds. */
export function queueTile(trx: Trx, order: TileOrder): Promise<void> {
  return queueJob(trx, { kind: TILE_KIND, payload: order, once: tileKey(order.id) })
}

/**
 * Call it after a clip got other files, with the renderer's own poster and preview. The same footage gets the editor's
 * choice again; for other footage the chosen seconds and the centre of crops mean nothing.
 */
export async function keepTile(
  trx: Trx,
  id: number,
  { isSameFootage }: { isSameFootage: boolean },
): Promise<void> {
  const media = trx.selectFrom('medias').select(['poster_at', 'preview_at']).where('source_id', '=', id)
  const { poster_at: posterAt, preview_at: previewAt } = await media.executeTakeFirstOrThrow()
  const isChosen = posterAt !== null || previewAt !== null
  if (isSameFootage) return isChosen ? queueTile(trx, { id, posterAt, previewAt }) : undefined
  await trx
    .updateTable('medias')
    .set({ poster_at: null, preview_at: null, crop_x: 0.5, crop_y: 0.5 })
    .where('source_id', '=', id)
    .execute()
}
