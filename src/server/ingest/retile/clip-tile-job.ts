import { z } from 'zod'
import type { QueuedJob } from '#server/jobs/job.ts'
import { TILE_KIND, type TileOrder } from '#server/library/clip/queue-tile.ts'

const seconds = z.nullable(z.number())
const Order = z.object({ id: z.int(), posterAt: seconds, previewAt: seconds })

/** Renders a clip's poster and hover preview again from its full film. Running it twice is safe. */
export const clipTileJob: QueuedJob = {
  kind: TILE_KIND,
  async run(deps, payload, { signal }) {
    const order: TileOrder = Order.parse(payload)
    // The image libraries are large, and most starts do not need them.
    const { retile } = await import('./retile.ts')
    await retile(deps, order, signal)
  },
}
