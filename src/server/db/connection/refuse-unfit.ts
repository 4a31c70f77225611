import { sql } from 'kysely'
import { knowsMigration } from '#server/db/migrate.ts'
import type { Db } from '#server/db/schema.ts'
import { RESTORE_MARK, restoreUnderWay, tablesAmong } from './restore-mark.ts'

const MIGRATIONS = 'kysely_migration'

/** No process may use this database as it is; the message says what the operator does about it. */
export class DatabaseUnfit extends Error {}

/** @throws DatabaseUnfit if a newer release has migrated the database, or a restore into it is not finished */
export async function refuseUnfit(db: Db): Promise<void> {
  const tables = await tablesAmong(db, [MIGRATIONS, RESTORE_MARK])
  if (tables.includes(RESTORE_MARK))
    throw new DatabaseUnfit(
      `a restore of the backup ${await restoreUnderWay(db)} into this database is not finished: ` +
        'run "npm run nagare -- restore" again, and it goes on',
    )
  if (!tables.includes(MIGRATIONS)) return
  const { rows } = await sql<{
    name: string
  }>`select name from ${sql.table(MIGRATIONS)} order by name`.execute(db)
  const unknown = rows.map(({ name }) => name).filter((name) => !knowsMigration(name))
  if (unknown.length > 0)
    throw new DatabaseUnfit(
      `a newer release has migrated the database (${unknown.join(', ')}): run that release, ` +
        'or restore a backup that an older one made',
    )
}
