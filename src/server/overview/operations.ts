import * as z from 'zod/mini'
import type { Business } from '#contract/studio/overview.ts'
import type { Db } from '#server/db/schema.ts'

/** Value of the row `backup`: a backup that succeeded. */
const Backup = z.object({ at: z.iso.datetime(), bytes: z.optional(z.int()) })

/** The last backup; null if there has been none. Whatever makes one writes the row `backup` of the table `operations`. */
export async function readLastBackup(db: Db): Promise<Business['backup']> {
  const row = await db.selectFrom('operations').select('value').where('key', '=', 'backup').executeTakeFirst()
  return row ? Backup.parse(JSON.parse(row.value)) : null
}
