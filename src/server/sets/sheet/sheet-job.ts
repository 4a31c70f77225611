import { hash } from 'node:crypto'
import { z } from 'zod'
import { SET_KINDS } from '#domain/sets/set-kind.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import { lockRows } from '#server/db/locks.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { QueuedJob } from '#server/jobs/job.ts'
import { cancelRemoval, queueRemoval } from '#server/removal/remove-files.ts'
import { membersOf, setTag, TABLES } from '../set-kind.ts'
import type { SheetPoster } from './draw-sheet.ts'
import { SHEET_KIND, type SheetOrder } from './queue-sheet.ts'
import { MOST_CELLS } from './sheet-cells.ts'

const Order = z.object({ kind: z.enum(SET_KINDS), id: z.int(), last: z.optional(z.string()) })
/** Part of every sheet's key: raise it when the drawing changes. */
const DRAWING_VERSION = 1

/** Draws a set's picture for link previews; another job removes the previous one. Running it twice is safe. */
export const sheetJob: QueuedJob = {
  kind: SHEET_KIND,
  async run(deps, payload) {
    const order: SheetOrder = Order.parse(payload)
    const posters = await postersOf(deps.db, order)
    const key = sheetKey(order, posters)
    const before = await sheetOf(deps.db, order)
    const last = keyOf(order.last ?? '')
    if (before === undefined && last) await deps.storage.delete(last)
    if (before === undefined || before === urlOf(key)) return
    await cancelRemoval(deps.db, ownerOf(order))
    if (key) await storeSheet(deps, key, posters)
    await publish(deps, order, { key, before })
  },
}

/** The set's current URL, empty when it has none; undefined when the set is gone. */
async function sheetOf(db: Db, { kind, id }: SheetOrder): Promise<string | undefined> {
  const row = await db.selectFrom(TABLES[kind]).select('og_image_url').where('id', '=', id).executeTakeFirst()
  return row?.og_image_url
}

async function postersOf(db: Db, { kind, id }: SheetOrder): Promise<SheetPoster[]> {
  const rows = await db
    .selectFrom(membersOf(db, kind).as('members'))
    .innerJoin('sources', 'sources.id', 'members.source_id')
    .innerJoin('medias', 'medias.source_id', 'sources.id')
    .select(['poster_base', 'poster_widths', 'dominant_color'])
    .where('set_id', '=', id)
    .orderBy('position')
    .limit(MOST_CELLS)
    .execute()
  return rows.map(({ poster_base, poster_widths, dominant_color }) => ({
    base: poster_base,
    widths: JSON.parse(poster_widths),
    color: dominant_color,
  }))
}

/** Derived from the drawing (posters are named by their content) and unique to the set. Undefined without clips. */
function sheetKey(order: SheetOrder, posters: readonly SheetPoster[]): string | undefined {
  if (posters.length === 0) return undefined
  const drawn = JSON.stringify([DRAWING_VERSION, order.kind, order.id, posters.map(({ base }) => base)])
  return `sheet/${hash('sha256', drawn).slice(0, 32)}.jpg`
}

const urlOf = (key: string | undefined) => (key ? `/media/${key}` : '')
const keyOf = (url: string) => url.replace(/^\/media\//, '') || undefined

async function storeSheet({ storage }: Deps, key: string, posters: readonly SheetPoster[]): Promise<void> {
  // sharp is large and most starts do not need it.
  const { drawSheet } = await import('./draw-sheet.ts')
  await storage.put(key, await drawSheet(storage, posters), 'image/jpeg')
}

const ownerOf = ({ kind, id }: SheetOrder) => ({ set: kind, id })

/** Publishes the sheet, unless the set has changed since it was drawn; then another job is queued. */
async function publish(
  { db }: Deps,
  order: SheetOrder,
  { key, before }: { key: string | undefined; before: string },
): Promise<void> {
  const { kind, id } = order
  await db.transaction().execute(async (trx) => {
    const query = trx.selectFrom(TABLES[kind]).select('slug').where('id', '=', id)
    const set = await query.$call(lockRows(trx)).executeTakeFirst()
    const isCurrent = set && sheetKey(order, await postersOf(trx, order)) === key
    await queueRemoval(trx, ownerOf(order), [isCurrent ? before : urlOf(key)])
    if (!isCurrent) return
    await trx
      .updateTable(TABLES[kind])
      .set({ og_image_url: urlOf(key) })
      .where('id', '=', id)
      .execute()
    await invalidate(trx, [setTag(set.slug)])
  })
}
