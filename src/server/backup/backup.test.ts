import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { restoreBackup } from '#server/backup/restore/restore-backup.ts'
import { openDatabase } from '#server/db/connect.ts'
import { migrateTo, pendingMigrations } from '#server/db/migrate.ts'
import { openStorage } from '#server/media/open-storage.ts'
import type { Storage } from '#server/media/storage.ts'
import { readLastBackup } from '#server/overview/operations.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { aBackupSite, anEmptyPlace, signing } from '../../../tests/support/backup-site.ts'
import { everythingIn } from '../../../tests/support/database/contents.ts'
import { describeEachDatabase, sqliteDatabases } from '../../../tests/support/database/databases.ts'
import { fillTables } from '../../../tests/support/database/fill-tables.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { IN_LONG_TEST, runs } from '../../../tests/support/runs.ts'
import { startBucket } from '../../../tests/support/storage/bucket.ts'
import { storageAt } from '../config/config.ts'

const sqlite = sqliteDatabases()
const newest = { at: undefined, signal: new AbortController().signal, say() {} }

async function bytesOf(storage: Storage): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const key of storage.list('')) {
    const hash = createHash('sha256')
    for await (const chunk of await storage.read(key)) hash.update(chunk)
    found[key] = hash.digest('hex')
  }
  return found
}

describeEachDatabase('backups', (_open, databases) => {
  /** For tests that do not depend on the engine; PostgreSQL runs in the long test. */
  const onOne = test.runIf(IN_LONG_TEST || databases.engine === 'sqlite')
  const aSite = async () => {
    const config = await databases.create()
    return aBackupSite(await databases.connect(config), config)
  }

  test('a backup restores every row and every file, and only its owner can read it', async () => {
    const shop = await aSite()
    for (let n = 0; n < 2; n++) {
      const { id } = await shop.clip()
      await shop.db.transaction().execute((trx) => indexSource(trx, id))
    }
    await fillTables(shop.db).catch(() => {})
    const { manifest } = await shop.backup()
    const place = await anEmptyPlace(databases)
    await restoreBackup(place, shop.target, newest)
    const restored = await databases.connect(place.database)
    expect(await everythingIn(restored, ['operations'])).toEqual(await everythingIn(shop.db, ['operations']))
    expect(await bytesOf(place.storage)).toEqual(await bytesOf(shop.storage))
    expect(
      (await restored.selectFrom('source_ranks').select('rank').execute()).length,
    ).toBeGreaterThanOrEqual(2)
    expect((await readLastBackup(shop.db))?.at).toBe(manifest.at)
    for (const entry of await readdir(shop.kept, { recursive: true, withFileTypes: true }))
      expect((await stat(join(entry.parentPath, entry.name))).mode & 0o077).toBe(0)
  })

  test('each copy of a busy shop is of one moment', async () => {
    const shop = await aSite()
    let stopped = false
    const row = { user_id: null, meta: '{}', created: '2026-11-22' }
    const writing = (async () => {
      // Two rows belong together.
      for (let at = 0; !stopped; at++) {
        await shop.db.transaction().execute(async (trx) => {
          for (const label of [`a${at}`, `b${at}`])
            await trx
              .insertInto('activities')
              .values({ ...row, label })
              .execute()
        })
        await sleep(10)
      }
    })()
    const rowsOf = (db: typeof shop.db) => db.selectFrom('activities').selectAll().orderBy('id')
    const most = runs(20, 1)
    for (let made = 0; made < most; made++) {
      await shop.backup()
      // Into SQLite a restore is quick, and it takes a backup of either.
      const place = await anEmptyPlace(IN_LONG_TEST ? databases : sqlite)
      await restoreBackup(place, shop.target, newest)
      const restored = await openDatabase(place.database)
      const rows = await rowsOf(restored).execute()
      expect(rows.length % 2).toBe(0)
      expect(rows).toEqual(await rowsOf(shop.db).limit(rows.length).execute())
      await restored.destroy()
    }
    stopped = true
    await writing
  })

  onOne('a backup that was made before the last migration is restored and migrated', async () => {
    const config = await databases.create({ empty: true })
    const db = await databases.connect(config)
    const [latest, former] = (await pendingMigrations(db)).filter((name) => /^\d/.test(name)).toReversed()
    await migrateTo(db, former!)
    expect((await pendingMigrations(db))[0]).toBe(latest)
    await aUser(db)
    const shop = await aBackupSite(db, config)
    const { manifest } = await shop.backup()
    expect(manifest.migration).toBe(former)
    const place = await anEmptyPlace(databases)
    await restoreBackup(place, shop.target, newest)
    const restored = await databases.connect(place.database)
    expect(await pendingMigrations(restored)).toEqual([])
    expect(await restored.selectFrom('users').select('name').execute()).toHaveLength(1)
  })

  onOne('a restore refuses a place in use', async () => {
    const shop = await aSite()
    await shop.backup()
    const used = await anEmptyPlace(databases)
    await used.storage.put('full/other.mp4', Buffer.alloc(9), 'video/mp4')
    await expect(restoreBackup(used, shop.target, newest)).rejects.toThrow('the store is not empty')
    const migrated = { ...(await anEmptyPlace(databases)), database: await databases.create() }
    await expect(restoreBackup(migrated, shop.target, newest)).rejects.toThrow('the database is not empty')
  })
})

test('a bucket holds backups as a folder does', async () => {
  const bucket = await startBucket()
  onTestFinished(() => bucket.close())
  const below = (path: string) =>
    openStorage(storageAt(bucket.storageUrl.replace('clips?', `clips/${path}?`)), signing)
  const config = await sqlite.create()
  const shop = await aBackupSite(await sqlite.connect(config), config, await below('kept'))
  await shop.clip()
  await aUser(shop.db)
  await shop.backup()
  expect((await shop.backup(1)).copied).toBe(0)
  const place = { ...(await anEmptyPlace(sqlite)), storage: await below('restored') }
  await restoreBackup(place, shop.target, newest)
  expect(await bytesOf(place.storage)).toEqual(await bytesOf(shop.storage))
})
