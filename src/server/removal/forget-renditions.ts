import type { MadeKind } from '#domain/clips/file-kinds.ts'
import type { Trx } from '#server/db/schema.ts'
import { queueRemoval } from './remove-files.ts'

/** Forgets a clip's files that were made on demand, all or of these kinds; a job removes them. */
export async function forgetRenditions(trx: Trx, clip: number, kinds?: readonly MadeKind[]): Promise<void> {
  const gone = await trx
    .deleteFrom('renditions')
    .where('source_id', '=', clip)
    .$if(kinds !== undefined, (some) => some.where('kind', 'in', kinds!))
    .returning('storage_key')
    .execute()
  await queueRemoval(
    trx,
    { made: clip },
    gone.map(({ storage_key }) => storage_key),
  )
}
