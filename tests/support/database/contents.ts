import { backupTables } from '#server/backup/tables/backup-tables.ts'
import { type Contents, contentsOf } from '#server/backup/tables/read-rows.ts'
import type { Db } from '#server/db/schema.ts'

/** Number and checksum of the rows of every table that a backup has. */
export async function everythingIn(db: Db, but: readonly string[] = []): Promise<Record<string, Contents>> {
  const tables = (await backupTables(db)).filter(({ name }) => !but.includes(name))
  return Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table.name, await contentsOf(db, table)] as const)),
  )
}
