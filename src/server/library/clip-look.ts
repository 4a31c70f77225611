import { LOOK_VERSION, type Look } from '#domain/look/look.ts'
import type { Trx } from '#server/db/schema.ts'
import type { ClipFiles } from './clip-rows.ts'

/** Of files that do not decode. */
const NO_LOOK: Look = { colours: [], shades: 0, layout: '' }

/** Keeps what a clip looks like; without a look, that it has none. `poster_base` names the files it was taken from. */
export async function keepLook(
  trx: Trx,
  source_id: number,
  { poster_base, look = NO_LOOK }: { poster_base: string; look?: Look | undefined },
): Promise<void> {
  const { colours, shades, layout } = look
  const row = { poster_base, version: LOOK_VERSION, colours: JSON.stringify(colours), shades, layout }
  await trx
    .insertInto('clip_looks')
    .values({ source_id, ...row })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet(row))
    .execute()
}

/** Keeps the look of a clip's new files, if it was taken. */
export async function keepLookOf(trx: Trx, id: number, { keys, look }: ClipFiles): Promise<void> {
  if (look) await keepLook(trx, id, { poster_base: `/media/${keys.poster}`, look })
}
