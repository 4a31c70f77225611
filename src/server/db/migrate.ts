import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { isLocked } from '#server/db/connection/sqlite-handle.ts'
import { withoutTimeout } from '#server/db/connection/without-timeout.ts'
import { fitIndex, indexFits } from '#server/db/search/fit-index.ts'
import { engineOf } from './engine.ts'
import { up as catalogue } from './migrations/0001-catalogue.ts'
import { up as accounts } from './migrations/0002-accounts.ts'
import { up as sets } from './migrations/0003-sets.ts'
import { up as testers } from './migrations/0004-testers.ts'
import { up as billing } from './migrations/0005-billing.ts'
import { up as downloads } from './migrations/0006-downloads.ts'
import { up as operations } from './migrations/0007-operations.ts'
import { up as search } from './migrations/0008-search.ts'
import { up as library } from './migrations/0009-library.ts'
import { up as uploads } from './migrations/0010-uploads.ts'
import { up as factors } from './migrations/0011-factors.ts'
import { up as demand } from './migrations/0012-demand.ts'
import { up as clipTile } from './migrations/0013-clip-tile.ts'
import { up as libraryLists } from './migrations/0014-library-lists.ts'
import { up as members } from './migrations/0015-members.ts'
import { up as imports } from './migrations/0016-imports.ts'
import { up as librarySorts } from './migrations/0017-library-sorts.ts'
import { up as uploadLeases } from './migrations/0018-upload-leases.ts'
import { up as setAside } from './migrations/0019-set-aside.ts'
import { up as adminRole } from './migrations/0021-admin-role.ts'
import { up as sheetResults } from './migrations/0022-sheet-results.ts'
import { up as clipFolders } from './migrations/0023-clip-folders.ts'
import { up as suspendedMembers } from './migrations/0024-suspended-members.ts'
import { up as trash } from './migrations/0025-trash.ts'
import { up as proposals } from './migrations/0026-proposals.ts'
import { up as shop } from './migrations/0028-shop.ts'
import { up as searchRules } from './migrations/0029-search-rules.ts'
import { up as shopPictures } from './migrations/0032-shop-pictures.ts'
import { up as planPrices } from './migrations/0033-plan-prices.ts'
import { up as legalVersions } from './migrations/0034-legal-versions.ts'
import { up as setup } from './migrations/0036-setup.ts'
import { up as trialsAndMoves } from './migrations/0037-trials-and-moves.ts'
import { up as apiKeys } from './migrations/0038-api-keys.ts'
import { up as hooks } from './migrations/0039-hooks.ts'
import { up as clipLooks } from './migrations/0040-clip-looks.ts'
import { up as boards } from './migrations/0042-boards.ts'
import { up as clipFacts } from './migrations/0043-clip-facts.ts'
import { up as renditions } from './migrations/0044-renditions.ts'
import { up as filmNames } from './migrations/0045-film-names.ts'
import type { Db } from './schema.ts'

/** In the order they run. Listed by hand, because the server is bundled. */
const migrations: Record<string, Migration> = {
  '0001-catalogue': { up: catalogue },
  '0002-accounts': { up: accounts },
  '0003-sets': { up: sets },
  '0004-testers': { up: testers },
  '0005-billing': { up: billing },
  '0006-downloads': { up: downloads },
  '0007-operations': { up: operations },
  '0008-search': { up: search },
  '0009-library': { up: library },
  '0010-uploads': { up: uploads },
  '0011-factors': { up: factors },
  '0012-demand': { up: demand },
  '0013-clip-tile': { up: clipTile },
  '0014-library-lists': { up: libraryLists },
  '0015-members': { up: members },
  '0016-imports': { up: imports },
  '0017-library-sorts': { up: librarySorts },
  '0018-upload-leases': { up: uploadLeases },
  '0019-set-aside': { up: setAside },
  '0021-admin-role': { up: adminRole },
  '0022-sheet-results': { up: sheetResults },
  '0023-clip-folders': { up: clipFolders },
  '0024-suspended-members': { up: suspendedMembers },
  '0025-trash': { up: trash },
  '0026-proposals': { up: proposals },
  '0028-shop': { up: shop },
  '0029-search-rules': { up: searchRules },
  '0032-shop-pictures': { up: shopPictures },
  '0033-plan-prices': { up: planPrices },
  '0034-legal-versions': { up: legalVersions },
  '0036-setup': { up: setup },
  '0037-trials-and-moves': { up: trialsAndMoves },
  '0038-api-keys': { up: apiKeys },
  '0039-hooks': { up: hooks },
  '0040-clip-looks': { up: clipLooks },
  '0042-boards': { up: boards },
  '0043-clip-facts': { up: clipFacts },
  '0044-renditions': { up: renditions },
  '0045-film-names': { up: filmNames },
}

/** The tables of the search index are no migration's: they have a version of their own. */
const INDEX = 'search-index'
/** It makes the table that has the version. */
const BEFORE_INDEX = '0008-search'

/** How long another process's migration may take. */
const OTHERS_MS = 120_000

/**
 * Migrates, all or nothing, and returns the names applied. A second process waits and finds nothing to do.
 * @param more migrations after ours, for tests
 */
export async function migrateToLatest(db: Db, more: Record<string, Migration> = {}): Promise<string[]> {
  if (engineOf(db) === 'postgres') return withoutTimeout(db, (connection) => migrate(connection, more))
  const until = performance.now() + OTHERS_MS
  while (true) {
    try {
      return await migrate(db, more)
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error
    }
  }
}

async function migrate(db: Db, more: Record<string, Migration>): Promise<string[]> {
  const { error, results = [] } = await migratorOf(db, more).migrateToLatest()
  if (error) throw error
  const names = results.map((result) => result.migrationName)
  return (await fitIndex(db)) ? [...names, INDEX] : names
}

/** Migrates an empty database as far as another one is. @param name its last migration */
export async function migrateTo(db: Db, name: string): Promise<void> {
  const { error } = await migratorOf(db).migrateTo(name)
  if (error) throw error
}

/** Names of the migrations not yet applied, in order. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const known = await migratorOf(db).getMigrations()
  const pending = known.filter((migration) => !migration.executedAt).map((migration) => migration.name)
  const fits = !pending.includes(BEFORE_INDEX) && (await indexFits(db))
  return fits ? pending : [...pending, INDEX]
}

/** Name of the last migration applied; empty before the first. */
export async function lastMigration(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(db)
  return rows[0]?.name ?? ''
}

/** Whether this release has the migration. */
export const knowsMigration = (name: string) => name in migrations

function migratorOf(db: Db, more: Record<string, Migration> = {}): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations, ...more }) } })
}
