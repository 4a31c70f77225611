import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { engineOf } from './engine.ts'
import { up as catalogue } from './migrations/0001-catalogue.ts'
import { up as accounts } from './migrations/0002-accounts.ts'
import { up as sets } from './migrations/0003-sets.ts'
import { up as testers } from './migrations/0004-testers.ts'
import { up as billing } from './migrations/0005-billing.ts'
import { up as downloads } from './migrations/0006-downloads.ts'
import { up as operations } from './migrations/0007-operations.ts'
import { up as search } from './migrations/0008-search.ts'
import { up as searchTokens } from './migrations/0009-search-tokens.ts'
import { up as sessions } from './migrations/0010-sessions.ts'
import { up as searchFacets } from './migrations/0011-search-facets.ts'
import { up as payments } from './migrations/0012-payments.ts'
import { up as clipsByFile } from './migrations/0013-clips-by-file.ts'
import { up as searchBands } from './migrations/0014-search-bands.ts'
import { up as searchLikeness } from './migrations/0015-search-likeness.ts'
import { up as searchPhrases } from './migrations/0016-search-phrases.ts'
import { up as searchShortTokens } from './migrations/0017-search-short-tokens.ts'
import { BUSY_TIMEOUT_MS } from './node-sqlite.ts'
import type { Database } from './schema.ts'

/** In the order they run. Listed rather than found in a folder, because the server is bundled. */
const migrations: Record<string, Migration> = {
  '0001-catalogue': { up: catalogue },
  '0002-accounts': { up: accounts },
  '0003-sets': { up: sets },
  '0004-testers': { up: testers },
  '0005-billing': { up: billing },
  '0006-downloads': { up: downloads },
  '0007-operations': { up: operations },
  '0008-search': { up: search },
  '0009-search-tokens': { up: searchTokens },
  '0010-sessions': { up: sessions },
  '0011-search-facets': { up: searchFacets },
  '0012-payments': { up: payments },
  '0013-clips-by-file': { up: clipsByFile },
  '0014-search-bands': { up: searchBands },
  '0015-search-likeness': { up: searchLikeness },
  '0016-search-phrases': { up: searchPhrases },
  '0017-search-short-tokens': { up: searchShortTokens },
}

/**
 * Brings the schema up to date and returns the names of the migrations applied, in order. All or none of them
 * take effect. Two processes may start at once: one migrates, the other waits and finds nothing to do.
 */
export async function migrateToLatest(db: Kysely<Database>): Promise<string[]> {
  return patiently(db, async (patient) => {
    const { error, results = [] } = await migratorOf(patient).migrateToLatest()
    if (error) throw error
    return results.map((result) => result.migrationName)
  })
}

/** Names of the migrations that the database still lacks, in order. */
export async function pendingMigrations(db: Kysely<Database>): Promise<string[]> {
  const known = await migratorOf(db).getMigrations()
  return known.filter((migration) => !migration.executedAt).map((migration) => migration.name)
}

function migratorOf(db: Kysely<Database>): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } })
}

/** A migration, and waiting for another's, may take longer than a request may. */
async function patiently<Result>(
  db: Kysely<Database>,
  work: (patient: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const [patience, usual] =
    engineOf(db) === 'postgres'
      ? [sql`set statement_timeout = 0`, sql`reset statement_timeout`]
      : [sql`pragma busy_timeout = 120000`, sql`pragma busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`]
  return db.connection().execute(async (connection) => {
    await patience.execute(connection)
    try {
      return await work(connection)
    } finally {
      await usual.execute(connection)
    }
  })
}
