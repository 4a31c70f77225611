import * as z from 'zod/mini'
import type { Business } from '#contract/studio/overview.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

/** Milliseconds: a day, and time to make one. */
const LATE = 26 * 3_600_000

/** Value of the row `backup`: a backup that succeeded. */
const Backup = z.object({ at: z.iso.datetime(), bytes: z.optional(z.int()) })

/** The last backup; null if there has been none. Any backup writes the row `backup` of the table `operations`. */
export async function readLastBackup(db: Db): Promise<Business['backup']> {
  const row = await db.selectFrom('operations').select('value').where('key', '=', 'backup').executeTakeFirst()
  return row ? Backup.parse(JSON.parse(row.value)) : null
}

/** Problems of the server's own backups; null also if it makes none. */
export async function readBackupTrouble({
  db,
  now,
  backsUp,
}: Pick<Deps, 'db' | 'now' | 'backsUp'>): Promise<Business['backup_trouble']> {
  if (!backsUp) return null
  const job = await db
    .selectFrom('jobs')
    .select('last_error')
    .where('unique_key', '=', 'backup')
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  if (job?.last_error) return 'failed'
  const last = await readLastBackup(db)
  return last && now().getTime() - Date.parse(last.at) <= LATE ? null : 'late'
}
