import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { BackupDamaged } from '#server/backup/damage/damage.ts'
import {
  databaseKey,
  fileOf,
  listBackups,
  mediaKey,
  readManifest,
  writeManifest,
} from '#server/backup/target/backup-files.ts'
import { packFile, unpackFile } from '#server/backup/target/packed-file.ts'
import { openDatabase } from '#server/db/connect.ts'
import { readLastBackup, readOperation } from '#server/overview/operations.ts'
import { aBackupSite } from '../../../../tests/support/backup-site.ts'
import { zeroPage } from '../../../../tests/support/database/damage.ts'
import {
  describeEachDatabase,
  postgresDatabases,
  sqliteDatabases,
} from '../../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../../tests/support/database/rows.ts'
import { IN_LONG_TEST } from '../../../../tests/support/runs.ts'
import { proveBackup } from './prove-backup.ts'

const { signal } = new AbortController()

const sqlite = sqliteDatabases()

async function aSite() {
  const config = await sqlite.create()
  const site = await aBackupSite(await sqlite.connect(config), config)
  return {
    ...site,
    prove: () => proveBackup(site.deps, site.target, { database: config, signal, say() {} }),
  }
}

describeEachDatabase('the proof of a backup', (_open, databases) => {
  test.runIf(IN_LONG_TEST || databases.engine === 'sqlite')(
    'restores it into a temporary place, which is gone afterwards',
    async () => {
      const config = await databases.create()
      const site = await aBackupSite(await databases.connect(config), config)
      await site.clip()
      const { manifest } = await site.backup()
      const proof = await proveBackup(site.deps, site.target, { database: config, signal, say() {} })
      expect(proof).toMatchObject({ manifest: { id: manifest.id }, into: databases.engine, read: 1 })
      expect(await readOperation(site.db, 'backup.proof')).toEqual({
        at: site.deps.now().toISOString(),
        id: manifest.id,
      })
      expect((await readdir(site.deps.files.dataDir)).sort()).toEqual(['backup.lock.db', 'media'])
      if (databases.engine === 'sqlite') return
      const { rows } =
        await sql`select 1 from pg_database where datname = current_database() || '_proof'`.execute(site.db)
      expect(rows).toEqual([])
    },
  )
})

test('on PostgreSQL it uses a file where the role may make no database, and removes what a killed run left', async () => {
  const databases = postgresDatabases()
  const config = await databases.create()
  if (config.engine !== 'postgres') return
  const site = await aBackupSite(await databases.connect(config), config)
  await site.backup()
  await sql`create database ${sql.id(`${new URL(config.url).pathname.slice(1)}_proof`)}`.execute(site.db)
  const proving = { database: config, signal, say() {} }
  expect((await proveBackup(site.deps, site.target, proving)).into).toBe('postgres')
  const { rows } =
    await sql`select 1 from pg_database where datname = current_database() || '_proof'`.execute(site.db)
  expect(rows).toEqual([])

  await sql`drop role if exists nagare_plain`.execute(site.db)
  await sql`create role nagare_plain login`.execute(site.db)
  await sql`grant all on all tables in schema public to nagare_plain`.execute(site.db)
  const url = new URL(config.url)
  url.username = 'nagare_plain'
  const db = await openDatabase({ ...config, url: url.href })
  try {
    expect((await proveBackup({ ...site.deps, db }, site.target, proving)).into).toBe('sqlite')
  } finally {
    await db.destroy()
    await sql`drop owned by nagare_plain`.execute(site.db)
    await sql`drop role nagare_plain`.execute(site.db)
  }
})

test('a backup whose database is damaged inside is set apart and told, and the one before it is the newest', async () => {
  const site = await aSite()
  for (let n = 0; n < 300; n++) await aUser(site.db)
  await site.backup()
  const { manifest } = await site.backup()
  // As a former release would have packed it.
  const path = join(site.deps.files.dataDir, 'spoilt.db')
  await unpackFile(site.target, manifest.database, path)
  const db = await openDatabase({ engine: 'sqlite', file: path })
  await zeroPage(db, path, 'users').finally(() => db.destroy())
  const database = await packFile(site.target, { path, key: databaseKey(manifest.id) })
  await writeManifest(site.target, { ...manifest, database })

  await site.db.insertInto('operations').values({ key: 'other', value: '{}' }).execute()
  await expect(site.prove()).rejects.toThrow(BackupDamaged)
  const operations = await site.db.selectFrom('operations').select('key').orderBy('key').execute()
  expect(operations.map(({ key }) => key)).toEqual(['backup.proof', 'other'])
  const { complete, damaged } = await listBackups(site.target)
  expect({ complete, damaged }).toEqual({ complete: ['2026-11-22t04-00-00.000z'], damaged: [manifest.id] })
  expect(await site.trouble()).toBe('unproven')
  expect(await readLastBackup(site.db), 'so that the next one is made at once').toBe(null)
  expect(await site.mails()).toEqual([
    expect.objectContaining({
      mail: 'backupTrouble',
      trouble: 'unproven',
      fault: expect.stringContaining(manifest.id),
    }),
  ])
  await site.backup()
  await site.prove()
  expect(await site.trouble()).toBe(null)
})

test('one fault is enough: no backup is made of it, and none with it is restored', async () => {
  const site = await aSite()
  const { manifest } = await site.backup()
  const path = join(site.deps.files.dataDir, 'spoilt.db')
  await unpackFile(site.target, manifest.database, path)
  for (const file of [path, site.deps.files.databaseFile!]) {
    const db = new DatabaseSync(file, { defensive: false })
    db.exec('create table spare (a text); insert into spare values (null); pragma writable_schema = on')
    db.exec(`update sqlite_schema set sql = 'create table spare (a text not null)' where name = 'spare'`)
    db.close()
  }
  const database = await packFile(site.target, { path, key: databaseKey(manifest.id) })
  await writeManifest(site.target, { ...manifest, database })
  const fault = 'NULL value in spare.a'
  await expect(site.prove()).rejects.toThrow(`the database in the backup ${manifest.id} is damaged: ${fault}`)
  await expect(site.backup()).rejects.toThrow(fault)
  expect((await listBackups(site.target)).complete).toEqual([])
})

test('a file whose bytes are damaged or gone in the backup is told, and the next backup copies it again', async () => {
  const site = await aSite()
  await site.clip()
  await site.clip()
  const { manifest } = await site.backup()
  const media = (await readdir(join(site.kept, 'media'), { recursive: true })).filter(
    (name) => name.length > 60,
  )
  const sha256 = media[0]!.slice(3)
  await site.target.put(mediaKey(sha256), Buffer.from('rot'), 'video/mp4')
  await expect(site.prove()).rejects.toThrow(/the bytes of full\/.+ in the backup are damaged/)
  expect(await listBackups(site.target)).toMatchObject({ complete: [manifest.id], damaged: [] })
  expect(await site.trouble()).toBe('unproven')
  expect((await site.backup()).copied).toBe(1)
  expect((await site.prove()).read).toBe(2)
  expect(await site.trouble()).toBe(null)

  await site.target.delete(mediaKey(media[1]!.slice(3)))
  await expect(site.prove()).rejects.toThrow(/lacks the bytes of full\//)
  expect((await site.backup()).copied).toBe(1)
  await site.prove()
})

test('a backup that lacks a file which its database names is told', async () => {
  const site = await aSite()
  await site.clip()
  const { manifest } = await site.backup()
  expect(manifest.missing.length).toBeGreaterThan(0)
  await site.prove()
  await writeManifest(site.target, { ...manifest, missing: manifest.missing.slice(1) })
  await expect(site.prove()).rejects.toThrow(`the backup ${manifest.id} lacks ${manifest.missing[0]}`)
})

test('without a backup or without room nothing is said of the backup itself', async () => {
  const site = await aSite()
  await expect(site.prove()).rejects.toThrow('there is no complete backup')
  const { manifest } = await site.backup()
  const huge = { ...manifest.database, unpacked: 2 ** 50 }
  const media = { ...manifest.media, unpacked: 2 ** 49 }
  await writeManifest(site.target, { ...manifest, database: huge, media })
  const needed = Math.ceil(2.2 * 2 ** 50 + 2 ** 49)
  await expect(site.prove()).rejects.toThrow(
    new RegExp(`/backup has \\d{5,} bytes free, and proving a backup needs ${needed}$`),
  )
  // An older release did not say how large it is.
  const { unpacked: _, ...packed } = manifest.database
  await writeManifest(site.target, { ...manifest, database: { ...packed, bytes: 2 ** 48 } })
  const guessed = Math.ceil(2.2 * 10 * 2 ** 48 + manifest.media.unpacked!)
  await expect(site.prove()).rejects.toThrow(new RegExp(`proving a backup needs ${guessed}$`))
  expect(await readOperation(site.db, 'backup.proof')).toBe(null)
  expect((await listBackups(site.target)).complete).toEqual([manifest.id])
})

test('of more missing files than a manifest names, none fails the proof', async () => {
  const site = await aSite()
  for (let n = 0; n < 300; n++) await aClip(site.db)
  expect((await site.backup()).manifest.missing).toHaveLength(1_000)
  await site.prove()
})

test('a manifest that cannot be read is a damaged backup', async () => {
  const site = await aSite()
  const { manifest } = await site.backup()
  await site.target.put(fileOf(manifest.id, 'manifest.json'), Buffer.from('{"format":1'), 'application/json')
  await expect(readManifest(site.target, manifest.id)).rejects.toThrow(BackupDamaged)
  await expect(site.prove()).rejects.toThrow(`the manifest of the backup ${manifest.id} is unreadable`)
  expect((await listBackups(site.target)).damaged).toEqual([manifest.id])
})

test('a target that does not answer says nothing about the backup', async () => {
  const site = await aSite()
  await site.clip()
  const { manifest } = await site.backup()
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const read = vi.spyOn(site.target, 'read').mockImplementation(async () => {
    throw refused
  })
  await expect(site.prove()).rejects.toBe(refused)
  read.mockRestore()
  expect((await listBackups(site.target)).complete).toEqual([manifest.id])
  expect(await readOperation(site.db, 'backup.proof')).toBe(null)
})
