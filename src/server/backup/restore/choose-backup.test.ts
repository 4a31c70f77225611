import { createHash } from 'node:crypto'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import {
  listBackups,
  markDamaged,
  mediaKey,
  readManifest,
  writeManifest,
} from '#server/backup/target/backup-files.ts'
import { openDatabase } from '#server/db/connect.ts'
import { aBackupSite, anEmptyPlace } from '../../../../tests/support/backup-site.ts'
import { sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { RestoreRefused, restoreBackup } from './restore-backup.ts'

const { signal } = new AbortController()
const databases = sqliteDatabases()

/** Clips, and as many backups of 4:00, 5:00 and so on, with one more clip each. */
async function aSite({ clips = 3, backups = 1 } = {}) {
  const config = await databases.create()
  const site = await aBackupSite(await databases.connect(config), config)
  const ids: string[] = []
  for (let n = 0; n < clips; n++) {
    await site.clip()
    if (n >= clips - backups) ids.push((await site.backup()).manifest.id)
  }
  const restore = async (at?: string, into = anEmptyPlace(databases)) =>
    restoreBackup(await into, site.target, { at, signal, say() {} })
  return { ...site, ids, restore }
}

test('the latest backup up to a time is restored', async () => {
  const { ids, restore } = await aSite({ backups: 3 })
  const restored = async (at?: string) => (await restore(at)).manifest.id
  expect(await restored()).toBe(ids[2])
  expect(await restored('2026-11-22')).toBe(ids[2])
  expect(await restored('2026-11-22T05:00')).toBe(ids[1])
  expect(await restored('2026-11-22T05:30:00Z')).toBe(ids[1])
  expect(await restored(ids[0])).toBe(ids[0])
  await expect(restore('2026-11-22T03:59')).rejects.toThrow(`the oldest backup is ${ids[0]}`)
  await expect(restore('2026-11-21')).rejects.toThrow(RestoreRefused)
})

test('a damaged one is passed over, and refused when it is asked for', async () => {
  const { ids, restore, target } = await aSite({ backups: 3 })
  await markDamaged(target, ids[2]!, ['page 7'])
  expect((await restore()).manifest.id).toBe(ids[1])
  expect((await restore('2026-11-22')).manifest.id).toBe(ids[1])
  await expect(restore(ids[2])).rejects.toThrow(
    `the backup ${ids[2]} is damaged: the good one before it is --at ${ids[1]}`,
  )
  for (const id of ids.slice(0, 2)) await markDamaged(target, id, ['page 7'])
  await expect(restore(ids[0])).rejects.toThrow(
    `the backup ${ids[0]} is damaged: there is no good one before it`,
  )
  await expect(restore()).rejects.toThrow('there is no complete backup')
  expect((await listBackups(target)).damaged).toEqual(ids)
})

test('a backup of a newer release is refused with its release, and nothing is touched', async () => {
  const { target, ids, restore } = await aSite()
  const manifest = await readManifest(target, ids[0]!)
  await writeManifest(target, { ...manifest, release: '9.0.0', migration: '9999-of-later' })
  const place = await anEmptyPlace(databases)
  await expect(restore(undefined, Promise.resolve(place))).rejects.toThrow(
    `backup ${ids[0]} was made by release 9.0.0, which is newer: use that release`,
  )
  expect(await readdir(place.dataDir)).toEqual(['media'])
})

test('what the backup has lost or damaged is named in order, and the rest is restored', async () => {
  const { target, db, storage, restore } = await aSite()
  const rows = await db.selectFrom('medias').select('cloudpath').orderBy('cloudpath').execute()
  const keys = rows.map(({ cloudpath }) => cloudpath)
  const hashes = await Promise.all(
    keys.map(async (key) => {
      const hash = createHash('sha256')
      for await (const chunk of await storage.read(key)) hash.update(chunk)
      return hash.digest('hex')
    }),
  )
  await target.delete(mediaKey(hashes[2]!))
  await target.put(mediaKey(hashes[0]!), Buffer.alloc(1_000, 'rot'), 'video/mp4')
  const place = await anEmptyPlace(databases)
  expect((await restore(undefined, Promise.resolve(place))).lost).toEqual([keys[0], keys[2]])
  expect(await place.storage.stat(keys[1]!)).toMatchObject({ size: 1_000 })
  expect(await place.storage.stat(keys[0]!)).toBe(undefined)
  expect((await readdir(place.dataDir)).sort()).toEqual(['media', 'nagare.db'])
})

test.each([
  [new AppError('unavailable', 'object store'), false],
  [Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }), false],
  [Object.assign(new Error('EIO'), { code: 'EIO' }), true],
])('a file that cannot be read (%s) is lost: %s', async (error, isLost) => {
  const { target, restore } = await aSite()
  const { read } = target
  vi.spyOn(target, 'read').mockImplementation(async (key, range) => {
    if (key.startsWith('media/')) throw error
    return read.call(target, key, range)
  })
  if (isLost) expect((await restore()).lost).toHaveLength(3)
  else await expect(restore()).rejects.toBe(error)
})

test('a restore that goes on copies no file twice, and one of another size again', async () => {
  const { db, restore } = await aSite()
  const place = await anEmptyPlace(databases)
  const keys = (await db.selectFrom('medias').select('cloudpath').execute()).map(({ cloudpath }) => cloudpath)
  const { put } = place.storage
  let left = 2
  const putting = vi.spyOn(place.storage, 'put').mockImplementation(async (...object) => {
    if (left-- <= 0) throw new Error('killed')
    return put.apply(place.storage, object)
  })
  await expect(restore(undefined, Promise.resolve(place))).rejects.toThrow('killed')
  putting.mockRestore()
  const there: string[] = []
  for (const key of keys) if (await place.storage.stat(key)) there.push(key)
  expect(there).toHaveLength(2)
  await place.storage.put(there[0]!, Buffer.from('cut'), 'video/mp4')
  const again = vi.spyOn(place.storage, 'put')
  await restore(undefined, Promise.resolve(place))
  expect(again.mock.calls.map(([key]) => key).sort()).toEqual(keys.filter((key) => key !== there[1]).sort())
  expect((await readdir(place.dataDir)).sort()).toEqual(['media', 'nagare.db'])
})

test('an empty file is as good as none, a database with one table is refused', async () => {
  const { restore } = await aSite()
  const place = await anEmptyPlace(databases)
  const file = join(place.dataDir, 'nagare.db')
  await writeFile(file, '')
  await restore(undefined, Promise.resolve(place))
  const used = await anEmptyPlace(databases)
  const other = await openDatabase(used.database)
  await sql`create table a (b)`.execute(other)
  await other.destroy()
  await expect(restore(undefined, Promise.resolve(used))).rejects.toThrow(
    'the database is not empty: it has 1 tables',
  )
})

test('what a killed restore has left is replaced, and only the owner can read the rest', async () => {
  const { restore } = await aSite()
  const place = await anEmptyPlace(databases)
  const { dataDir } = place
  await mkdir(join(dataDir, 'restore/old'), { recursive: true })
  await writeFile(join(dataDir, 'nagare.db.restored'), 'cut')
  const modes: number[] = []
  const { put } = place.storage
  vi.spyOn(place.storage, 'put').mockImplementation(async (...object) => {
    expect(await readdir(join(dataDir, 'restore'))).not.toContain('old')
    for (const name of ['restore', 'nagare.db.restored'])
      modes.push((await stat(join(dataDir, name))).mode & 0o777)
    return put.apply(place.storage, object)
  })
  await restore(undefined, Promise.resolve(place))
  expect(new Set(modes)).toEqual(new Set([0o700, 0o600]))
  expect((await readdir(dataDir)).sort()).toEqual(['media', 'nagare.db'])
  expect((await stat(join(dataDir, 'nagare.db'))).mode & 0o777).toBe(0o600)
})

test('a restore makes the folders that it needs, for their owner alone', async () => {
  const { restore } = await aSite()
  const place = await anEmptyPlace(databases)
  const dataDir = join(place.dataDir, 'not/yet')
  const database = { engine: 'sqlite' as const, file: join(dataDir, 'there/nagare.db') }
  await restore(undefined, Promise.resolve({ ...place, dataDir, database }))
  for (const folder of [dataDir, join(dataDir, 'there')])
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await readdir(dataDir)).toEqual(['there'])
})

test('a backup of PostgreSQL gets an index, one of SQLite keeps its own', async () => {
  const { restore, backup, db, target } = await aSite()
  await db.deleteFrom('source_ranks').execute()
  const { manifest } = await backup()
  const ranks = async () => {
    const place = await anEmptyPlace(databases)
    await restore(undefined, Promise.resolve(place))
    const restored = await databases.connect(place.database)
    return (await restored.selectFrom('source_ranks').select('rank').execute()).length
  }
  expect(await ranks()).toBe(0)
  await writeManifest(target, { ...manifest, engine: 'postgres' })
  expect(await ranks()).toBe(3)
})
