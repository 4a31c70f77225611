import * as z from 'zod/mini'
import type { Business } from '#contract/studio/operation/overview.ts'
import { HOUR_MS } from '#domain/dates/spans.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

/** Milliseconds: a day, and time to make one. */
const LATE = 26 * HOUR_MS

/** Values of the rows of `operations` that backups write, by key. */
const OPERATIONS = {
  /** The last good backup. */
  backup: z.object({ at: z.iso.datetime(), bytes: z.optional(z.int()) }),
  /** The last backup found the database damaged; absent once one is good. */
  'backup.damage': z.object({ at: z.iso.datetime(), fault: z.string() }),
  /** The last restore into a temporary place, and why it failed. */
  'backup.proof': z.object({ at: z.iso.datetime(), id: z.string(), fault: z.optional(z.string()) }),
}
export type OperationKey = keyof typeof OPERATIONS

/** Null if there is none. */
export async function readOperation<Key extends OperationKey>(
  db: Db,
  key: Key,
): Promise<z.infer<(typeof OPERATIONS)[Key]> | null> {
  const row = await db.selectFrom('operations').select('value').where('key', '=', key).executeTakeFirst()
  return row ? (OPERATIONS[key].parse(JSON.parse(row.value)) as z.infer<(typeof OPERATIONS)[Key]>) : null
}

/** The last good backup; null if there has been none. */
export const readLastBackup = (db: Db): Promise<Business['backup']> => readOperation(db, 'backup')

/** Problems of backups. Without a target of the server's own only a damaged database is one. */
export async function readBackupTrouble({
  db,
  now,
  backsUp,
}: Pick<Deps, 'db' | 'now' | 'backsUp'>): Promise<Business['backup_trouble']> {
  if (await readOperation(db, 'backup.damage')) return 'damaged'
  if (!backsUp) return null
  const failed = await failedJobs(db)
  if ((await readOperation(db, 'backup.proof'))?.fault || failed.includes('backup.proof')) return 'unproven'
  if (failed.includes('backup')) return 'failed'
  const last = await readLastBackup(db)
  return last && now().getTime() - Date.parse(last.at) <= LATE ? null : 'late'
}

/** Which of the recurring jobs of backups failed the last time. */
async function failedJobs(db: Db): Promise<string[]> {
  const jobs = await db
    .selectFrom('jobs')
    .select('kind')
    .where('unique_key', 'in', ['backup', 'backup.proof'])
    .where('finished_at', 'is', null)
    .where('last_error', 'is not', null)
    .execute()
  return jobs.map(({ kind }) => kind)
}
