import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { checkLibrary, type Problem } from '#server/backup/check/check-library.ts'
import { restoreBackup } from '#server/backup/restore/restore-backup.ts'
import { databaseKey, listBackups } from '#server/backup/target/backup-files.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import type { Db } from '#server/db/schema.ts'
import { readLastBackup, readOperation } from '#server/overview/operations.ts'
import { aBackupSite, anEmptyPlace } from '../../../../tests/support/backup-site.ts'
import { spoilPage, zeroPage } from '../../../../tests/support/database/damage.ts'
import { postgresDatabases, sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { IN_LONG_TEST } from '../../../../tests/support/runs.ts'
import { DatabaseDamaged } from './damage.ts'

const sqlite = sqliteDatabases()
const { signal } = new AbortController()

async function aShop(db: Db, config: DatabaseConfig) {
  const site = await aBackupSite(db, config)
  return {
    ...site,
    async problems() {
      const found: Problem[] = []
      await checkLibrary(site.deps, { repair: false, signal, onProblem: (problem) => found.push(problem) })
      return found
    },
    restore: async (at?: string) =>
      restoreBackup(await anEmptyPlace(sqlite), site.target, { at, signal, say() {} }),
  }
}

/** Rows for several pages of the table and of its index, and free pages. */
async function fill(db: Db): Promise<void> {
  for (let n = 0; n < 300; n++) await aUser(db)
  const row = { user_id: null, meta: 'x'.repeat(3_000), created: '2026-11-22', label: 'a' }
  for (let n = 0; n < 20; n++) await db.insertInto('activities').values(row).execute()
  await db.deleteFrom('activities').execute()
}

test.each(['users', 'sqlite_autoindex_users_1', 'freelist'])(
  'a zeroed page of %s is no backup: it is kept apart and told, and the good backups stay',
  async (name) => {
    const config = (await sqlite.create()) as DatabaseConfig & { engine: 'sqlite' }
    const db = await sqlite.connect(config)
    await fill(db)
    const shop = await aShop(db, config)
    await shop.backup(2)
    const { manifest: last } = await shop.backup(2)
    const good = (await listBackups(shop.target)).complete
    expect(await shop.trouble()).toBe(null)
    expect(await shop.problems()).toEqual([])

    await zeroPage(db, config.file, name)
    await expect(shop.backup(2)).rejects.toThrow(DatabaseDamaged)
    await expect(shop.backup(2)).rejects.toThrow(DatabaseDamaged)
    const { complete, damaged, unfinished } = await listBackups(shop.target)
    expect({ complete, unfinished }).toEqual({ complete: good, unfinished: [] })
    expect(damaged, 'only the last').toEqual(['2026-11-22t07-00-00.000z'])
    expect(await shop.target.stat(databaseKey(damaged[0]!))).toBeDefined()
    expect(await shop.trouble()).toBe('damaged')
    expect((await readOperation(db, 'backup.damage'))?.at).toBe('2026-11-22T07:00:00.000Z')
    expect((await readLastBackup(db))?.at).toBe(last.at)
    expect(await shop.mails()).toEqual([
      expect.objectContaining({ mail: 'backupTrouble', trouble: 'damaged', fault: expect.any(String) }),
    ])
    const problems = await shop.problems()
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.every(({ kind }) => kind === 'database')).toBe(true)
    expect(await stat(join(shop.deps.files.dataDir, 'backup')).catch(() => 'gone')).toBe('gone')

    expect((await shop.restore()).manifest.id).toBe(last.id)
    await expect(shop.restore(damaged[0])).rejects.toThrow(
      `damaged: the good one before it is --at ${last.id}`,
    )
  },
)

describe('a damaged database of PostgreSQL', () => {
  const databases = postgresDatabases()
  afterAll(() => databases.close())

  // A page that cannot be read; one of zeros, which PostgreSQL takes for empty; and an index.
  const pages = [
    ['users', 0xff],
    ['users', 0],
    ['users_pkey', 0xff],
  ] as const
  test.each(IN_LONG_TEST ? pages : pages.slice(0, 1))(
    '(%s, %i) is no backup, and is told',
    async (name, byte) => {
      const config = await databases.create({ empty: true })
      const db = await databases.connect(config)
      await migrateToLatest(db)
      await fill(db)
      // The visibility map vouches only for what is on the disk.
      await sql`checkpoint`.execute(db)
      await sql`vacuum users`.execute(db)
      const shop = await aShop(db, config)
      const { manifest } = await shop.backup(1)
      expect(await shop.problems()).toEqual([])
      await spoilPage(db, name, byte)
      await expect(shop.backup(1)).rejects.toThrow(DatabaseDamaged)
      expect((await listBackups(shop.target)).complete).toEqual([manifest.id])
      expect((await listBackups(shop.target)).damaged).toHaveLength(1)
      expect(await shop.trouble()).toBe('damaged')
      expect(await shop.problems()).toContainEqual(
        expect.objectContaining({ kind: 'database', what: expect.stringContaining('users') }),
      )
      expect((await shop.restore()).manifest.id).toBe(manifest.id)
    },
  )

  test('is found in any index by amcheck, where it is installed', async () => {
    const config = await databases.create({ empty: true })
    const db = await databases.connect(config)
    await migrateToLatest(db)
    await fill(db)
    const shop = await aShop(db, config)
    await sql`create extension amcheck`.execute(db)
    await shop.backup()
    await spoilPage(db, 'users_by_time', 0xff)
    expect(await shop.problems()).toEqual([
      { kind: 'database', what: expect.stringMatching(/^index users_by_time: /), repaired: false },
    ])
    await expect(shop.backup()).rejects.toThrow('index users_by_time')
    await sql`reindex index users_by_time`.execute(db)

    // A page of zeros, as PostgreSQL sees it: the parent of a row is gone.
    const id = await aUser(db)
    await db
      .insertInto('activities')
      .values({ user_id: id, meta: '{}', created: '2026', label: 'a' })
      .execute()
    await db.connection().execute(async (connection) => {
      await sql`set session_replication_role = replica`.execute(connection)
      await connection.deleteFrom('users').where('id', '=', id).execute()
      await sql`reset session_replication_role`.execute(connection)
    })
    await expect(shop.backup()).rejects.toThrow(DatabaseDamaged)
    await db.deleteFrom('activities').execute()

    // A copy that fails for another reason is no backup either, and no damage.
    const failed = vi.spyOn(shop.target, 'put')
    await sql`drop table likes`.execute(db)
    await expect(shop.backup()).rejects.toThrow('relation "likes" does not exist')
    expect(failed).not.toHaveBeenCalledWith(
      expect.stringContaining('damaged'),
      expect.anything(),
      expect.anything(),
    )
    expect((await listBackups(shop.target)).complete).toHaveLength(1)
  })
})
