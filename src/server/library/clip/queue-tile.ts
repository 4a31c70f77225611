import type { Trx } from '#server/db/schema.ts'
import { queueJob } from '#server/jobs/job-rows.ts'

export const TILE_KIND = 'clip-tile'

/** A clip's poster and hover preview, made anew from its full film. */
export interface TileOrder {
  id: number
  posterAt: number | null
  previewAt: number | null
}

/** At most one job per clip. */
export const tileKey = (id: number) => `${TILE_KIND}:${id}`

/** Queues it in the transaction that changes where they come from. */
export function queueTile(trx: Trx, order: TileOrder): Promise<void> {
  return queueJob(trx, { kind: TILE_KIND, payload: order, once: tileKey(order.id) })
}
