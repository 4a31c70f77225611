import { createHash } from 'node:crypto'
import { appendFile, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { expect, onTestFinished, test } from 'vitest'
import { checkLibrary, type Problem } from '#server/backup/check/check-library.ts'
import { RestoreRefused, restoreBackup } from '#server/backup/restore/restore-backup.ts'
import { fileOf, listBackups } from '#server/backup/target/backup-files.ts'
import { claimTarget } from '#server/backup/target/claim-target.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import type { Db } from '#server/db/schema.ts'
import { openDiskStorage } from '#server/media/disk-storage.ts'
import { openStorage } from '#server/media/open-storage.ts'
import type { Storage } from '#server/media/storage.ts'
import { readLastBackup } from '#server/overview/operations.ts'
import { indexSource } from '#server/search/index/index-source.ts'
import { everythingIn } from '../../../tests/support/database/contents.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { fillTables } from '../../../tests/support/database/fill-tables.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { IN_LONG_TEST, runs } from '../../../tests/support/runs.ts'
import { startBucket } from '../../../tests/support/storage/bucket.ts'
import { storageAt } from '../config/config.ts'
import { makeBackup } from './make-backup.ts'
import { namedFiles } from './named-files.ts'

const signing = { keys: ['k'.repeat(43)], now: () => new Date() }
const say = () => {}
/** Younger files may belong to unfinished work, and a busy machine makes files late. */
const LONG_AFTER = 3 * 86_400_000

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'nagare-backup-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

/** A site with its own clock, and a target. */
async function aSite(db: Db, config: DatabaseConfig, target?: Storage) {
  const dataDir = await folder()
  const media = join(dataDir, 'media')
  const storage = await openDiskStorage(media, signing)
  const kept = join(await folder(), 'kept')
  let time = Date.now()
  const files = { dataDir, ...(config.engine === 'sqlite' && { databaseFile: config.file }) }
  const deps = { db, storage, files, now: () => new Date(time) }
  const to = target ?? (await openDiskStorage(kept, signing))
  const signal = new AbortController().signal
  return {
    ...{ deps, db, storage, media, kept, target: to },
    later: (ms: number) => {
      time += ms
    },
    async backup(keep = 30) {
      time += 1_000
      return makeBackup(deps, to, { keep, signal })
    },
    async check(given: { target?: Storage; repair?: boolean } = {}) {
      const problems: Problem[] = []
      const onProblem = (problem: Problem) => problems.push(problem)
      const left = await checkLibrary(deps, { repair: false, signal, ...given, onProblem })
      return { problems, left }
    },
  }
}

/** Clips with all their files, in the right formats. */
async function clips(site: { db: Db; storage: Storage }, number: number): Promise<number[]> {
  const ids: number[] = []
  for (let made = 0; made < number; made++) {
    const original = Buffer.from(`original ${Math.random()}`)
    const content_hash = createHash('sha256').update(original).digest('hex')
    const { id, cloudpath } = await aClip(site.db, {
      source: { content_hash },
      media: { byte_size: film('').length },
    })
    await site.db.transaction().execute((trx) => indexSource(trx, id))
    await site.storage.put(`original/${content_hash}`, original, 'application/octet-stream')
    const name = content_hash.slice(0, 32)
    await site.db
      .updateTable('medias')
      .set({
        ...{ poster_base: `/media/poster/${name}`, poster_widths: '[160]' },
        ...{ preview_url: `/media/preview/${name}.mp4`, preview_av1_url: '' },
        watermarked_url: `/media/watermarked/${name}.mp4`,
      })
      .where('source_id', '=', id)
      .execute()
    for await (const { key, owner } of namedFiles(site.db))
      if (owner === `clip ${id}`) await site.storage.put(key, bytesFor(key), 'application/octet-stream')
    expect(cloudpath).toBeTruthy()
    ids.push(id)
  }
  return ids
}

const film = (text: string) => {
  const box = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(content.length + 8)
    head.write(type, 4)
    return Buffer.concat([head, content])
  }
  return Buffer.concat([box('ftyp', Buffer.alloc(8)), box('mdat', Buffer.alloc(200, text || 'x'))])
}

function bytesFor(key: string): Buffer {
  if (key.endsWith('.jpg'))
    return Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(20, key), Buffer.from('ffd9', 'hex')])
  if (!key.endsWith('.webp')) return film(key)
  const head = Buffer.from('RIFF\0\0\0\0WEBP')
  head.writeUInt32LE(32, 4)
  return Buffer.concat([head, Buffer.alloc(28, key)])
}

async function bytesOf(storage: Storage): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const key of storage.list('')) {
    const hash = createHash('sha256')
    for await (const chunk of await storage.read(key)) hash.update(chunk)
    found[key] = hash.digest('hex')
  }
  return found
}

const newest = { at: undefined, signal: new AbortController().signal, say }

describeEachDatabase('backups', (_open, databases) => {
  /** For tests that do not depend on the engine; PostgreSQL runs in the long test. */
  const onOne = test.runIf(IN_LONG_TEST || databases.engine === 'sqlite')
  const site = async (target?: Storage) => {
    const config = await databases.create()
    return aSite(await databases.connect(config), config, target)
  }
  /** An empty place for the same engine, or for SQLite. */
  const emptyPlace = async (engine = databases.engine) => {
    const dataDir = await folder()
    const storage = await openDiskStorage(join(dataDir, 'media'), signing)
    const database: DatabaseConfig =
      engine === 'sqlite'
        ? { engine, file: join(dataDir, 'nagare.db') }
        : await databases.create({ empty: true })
    return { dataDir, storage, database }
  }

  test('a backup restores every row and every file, and only its owner can read it', async () => {
    const shop = await site()
    await clips(shop, 2)
    await fillTables(shop.db).catch(() => {})
    const { manifest } = await shop.backup()
    expect(manifest.missing.filter((key) => !/[^ -~]/.test(key))).toEqual([])
    const place = await emptyPlace()
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
    const shop = await site()
    let stopped = false
    const writing = (async () => {
      // A like and its count belong together.
      for (let at = 0; !stopped; at++) {
        await shop.db.transaction().execute(async (trx) => {
          const row = { user_id: null, meta: '{}', created: '2026-11-22' }
          await trx
            .insertInto('activities')
            .values({ ...row, label: `a${at}` })
            .execute()
          await trx
            .insertInto('activities')
            .values({ ...row, label: `b${at}` })
            .execute()
        })
        await sleep(10)
      }
    })()
    const most = runs(20, 1)
    for (let made = 0; made < most; made++) {
      await shop.backup()
      // Into SQLite a restore is quick, and it takes a backup of either.
      const place = await emptyPlace(IN_LONG_TEST ? databases.engine : 'sqlite')
      await restoreBackup(place, shop.target, newest)
      const restored = await openDatabase(place.database)
      const rows = await restored.selectFrom('activities').selectAll().orderBy('id').execute()
      const same = await shop.db
        .selectFrom('activities')
        .selectAll()
        .orderBy('id')
        .limit(rows.length)
        .execute()
      expect(rows.length % 2).toBe(0)
      expect(rows).toEqual(same)
      await restored.destroy()
    }
    stopped = true
    await writing
  })

  onOne(
    'what is in the backup is not copied again, and goes with the last backup that needs it',
    async () => {
      const shop = await site()
      const [id] = await clips(shop, 2)
      expect((await shop.backup()).copied).toBeGreaterThan(5)
      expect((await shop.backup()).copied).toBe(0)
      const before = Object.keys(await bytesOf(shop.target)).filter((key) => key.startsWith('media/'))
      await sql`delete from library where id = ${id}`.execute(shop.db)
      await shop.check({ repair: true })
      shop.later(LONG_AFTER)
      await shop.check({ repair: true })
      expect((await shop.backup(2)).pruned).toEqual({ backups: 1, objects: 0 })
      const { pruned } = await shop.backup(1)
      expect(pruned.backups).toBe(2)
      expect(pruned.objects).toBeGreaterThan(3)
      const after = Object.keys(await bytesOf(shop.target)).filter((key) => key.startsWith('media/'))
      expect(after.length).toBe(before.length - pruned.objects)
      await expect(restoreBackup(await emptyPlace(), shop.target, newest)).resolves.toMatchObject({
        lost: [],
      })
    },
  )

  onOne('a backup without its manifest is none, and the next one uses and removes what it left', async () => {
    const shop = await site()
    await clips(shop, 1)
    const { manifest } = await shop.backup()
    await shop.target.delete(fileOf(manifest.id, 'manifest.json'))
    await expect(restoreBackup(await emptyPlace(), shop.target, newest)).rejects.toThrow(RestoreRefused)
    expect((await shop.backup()).copied).toBe(0)
    expect(await listBackups(shop.target)).toMatchObject({ complete: [expect.any(String)], unfinished: [] })
  })

  onOne('a backup that was made before the last migration is restored and migrated', async () => {
    const folderOfThem = new URL('../db/migrations/', import.meta.url)
    const names = (await readdir(folderOfThem)).sort().slice(0, -1)
    const former: Record<string, Migration> = {}
    for (const name of names) former[name.replace('.ts', '')] = await import(new URL(name, folderOfThem).href)
    const config = await databases.create({ empty: true })
    const db = await databases.connect(config)
    await new Migrator({ db, provider: { getMigrations: async () => former } }).migrateToLatest()
    expect(await pendingMigrations(db)).toHaveLength(1)
    await aUser(db)
    const shop = await aSite(db, config)
    const { manifest } = await shop.backup()
    expect(manifest.migration).toBe(names.at(-1)!.replace('.ts', ''))
    const place = await emptyPlace()
    await restoreBackup(place, shop.target, newest)
    const restored = await databases.connect(place.database)
    expect(await pendingMigrations(restored)).toEqual([])
    expect(await restored.selectFrom('users').select('name').execute()).toHaveLength(1)
  })

  onOne('one machine at a time backs up to a target', async () => {
    const shop = await site()
    const others = await claimTarget(shop.target, '/of/another/machine')
    await expect(shop.backup()).rejects.toThrow('another machine is backing up')
    const silent = new Date(Date.now() - 301_000)
    const claim = join(shop.kept, 'lock/claim.json')
    await utimes(claim, silent, silent)
    // The other one was suspended, and continues afterwards.
    await shop.backup()
    await expect(others.assertOurs()).rejects.toThrow('another machine is backing up')
    await others.release()
    await claimTarget(shop.target, shop.deps.files.dataDir)
    await shop.backup()
    expect((await listBackups(shop.target)).complete).toHaveLength(2)
    expect(await readdir(join(shop.kept, 'lock'))).toEqual([])
  })

  onOne('a restore refuses a place in use', async () => {
    const shop = await site()
    await clips(shop, 2)
    await shop.backup()
    const used = await emptyPlace()
    await used.storage.put('full/other.mp4', film(''), 'video/mp4')
    await expect(restoreBackup(used, shop.target, newest)).rejects.toThrow('the store is not empty')
    const migrated = { ...(await emptyPlace()), database: await databases.create() }
    await expect(restoreBackup(migrated, shop.target, newest)).rejects.toThrow('the database is not empty')
  })

  onOne('a check finds everything that was planted, and repairs what a backup has', async () => {
    const shop = await site()
    const each = runs(50, 2)
    const ids = await clips(shop, each + 2)
    expect((await shop.check()).problems).toEqual([])
    await shop.backup()
    shop.later(LONG_AFTER)
    const media = await shop.db.selectFrom('medias').selectAll().orderBy('id').limit(each).execute()
    const path = (url: string) => join(shop.media, url.replace('/media/', ''))
    for (const [at, row] of media.entries()) {
      await rm(path(`${row.poster_base}/160.webp`))
      await writeFile(path(row.watermarked_url), film(`bit rot ${at}`))
      await appendFile(path(row.preview_url), 'cut')
      await shop.storage.put(`full/orphan${at}.mp4`, film('o'), 'video/mp4')
      await aClip(shop.db)
    }
    const bare = (
      await shop.db.selectFrom('medias').select('source_id').orderBy('id', 'desc').limit(each).execute()
    ).map(({ source_id }) => source_id)
    await shop.db.deleteFrom('medias').where('source_id', 'in', bare).execute()
    const counts = ({ problems }: { problems: Problem[] }, repaired: boolean) =>
      Object.fromEntries(
        ['missing', 'corrupt', 'orphaned', 'halfMade', 'database'].map((kind) => [
          kind,
          problems.filter((problem) => problem.kind === kind && problem.repaired === repaired).length,
        ]),
      )
    const quick = await shop.check()
    expect(counts(quick, false)).toEqual({
      missing: each,
      corrupt: each,
      orphaned: each,
      halfMade: each,
      database: 0,
    })
    const { target } = shop
    const found = await shop.check({ target })
    expect(counts(found, false)).toEqual({
      missing: each,
      corrupt: 2 * each,
      orphaned: each,
      halfMade: each,
      database: 0,
    })
    const mended = await shop.check({ target, repair: true })
    expect(counts(mended, true)).toEqual({
      missing: each,
      corrupt: 2 * each,
      orphaned: each,
      halfMade: 0,
      database: 0,
    })
    expect((await shop.check({ target })).left).toBe(each)
    expect(await shop.db.selectFrom('sources').select('id').execute()).toHaveLength(ids.length)
  })
})

test('a bucket holds backups as a folder does', async () => {
  const bucket = await startBucket()
  onTestFinished(() => bucket.close())
  const target = await openStorage(storageAt(bucket.storageUrl.replace('clips?', 'clips/kept?')), signing)
  const { writeMigratedSqlite } = await import('../../../tests/support/database/migrated-sqlite.ts')
  const file = join(await folder(), 'nagare.db')
  await writeMigratedSqlite(file)
  const db = await openDatabase({ engine: 'sqlite', file })
  onTestFinished(() => db.destroy())
  const shop = await aSite(db, { engine: 'sqlite', file }, target)
  await clips(shop, 1)
  await aUser(db)
  await shop.backup()
  expect((await shop.backup(1)).copied).toBe(0)
  const dataDir = await folder()
  const storage = await openStorage(
    storageAt(bucket.storageUrl.replace('clips?', 'clips/restored?')),
    signing,
  )
  await restoreBackup(
    { dataDir, storage, database: { engine: 'sqlite', file: join(dataDir, 'a.db') } },
    target,
    newest,
  )
  expect(await bytesOf(storage)).toEqual(await bytesOf(shop.storage))
})
