import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { readLastBackup, readOperation } from '#server/overview/operations.ts'
import { aBackupSite, aFolder } from '../../../tests/support/backup-site.ts'
import { sqliteDatabases } from '../../../tests/support/database/databases.ts'
import { aClip } from '../../../tests/support/database/rows.ts'
import { makeBackup } from './make-backup.ts'
import { fileOf, heldObjects, listBackups, markDamaged, mediaKey } from './target/backup-files.ts'
import { MediaList } from './target/media-list.ts'
import { unpackFile } from './target/packed-file.ts'
import { pruneBackups } from './target/prune-backups.ts'

const databases = sqliteDatabases()

async function aSite() {
  const config = await databases.create()
  const site = await aBackupSite(await databases.connect(config), config)
  return {
    ...site,
    /** SHA-256 of what the target holds. */
    async held() {
      const found: string[] = []
      for await (const sha256 of heldObjects(site.target)) found.push(sha256)
      return found.sort()
    },
    remove: (key: string) => site.storage.delete(key),
    async listed({ media }: { media: Parameters<typeof unpackFile>[1] }) {
      const path = join(await aFolder(), 'list.db')
      await unpackFile(site.target, media, path)
      const list = new MediaList(path)
      const objects = [...list.all()]
      list.close()
      return objects
    },
    /** Keeps the newest so many, as after another backup. */
    prune: (keep: number) => pruneBackups(site.target, { keep, work: site.deps.files.dataDir }),
  }
}

test('the manifest tells what is in a backup, and the operator sees the sum', async () => {
  const site = await aSite()
  await site.clip(1_000)
  await site.clip(500)
  await site.storage.put('uploads/unfinished', Buffer.alloc(9), 'video/mp4')
  const copied: string[] = []
  const { signal } = new AbortController()
  const onCopy = (key: string) => copied.push(key)
  const made = await makeBackup(site.deps, site.target, { keep: 1, signal, onCopy })
  const { manifest } = made
  expect(made.copied).toBe(2)
  expect(copied).toHaveLength(2)
  expect(manifest).toMatchObject({
    ...{ format: 1, engine: 'sqlite', at: '2026-11-22T03:00:00.000Z', id: '2026-11-22t03-00-00.000z' },
    media: { objects: 2, objectBytes: 1_500 },
  })
  expect((await site.listed(manifest)).map(({ size }) => size).sort()).toEqual([1_000, 500])
  expect(await readLastBackup(site.db)).toEqual({
    at: manifest.at,
    bytes: manifest.database.bytes + manifest.media.bytes + 1_500,
  })
  expect((await readdir(site.deps.files.dataDir)).sort()).toEqual(['backup.lock.db', 'media'])
})

test('the same bytes under another key are not copied again', async () => {
  const site = await aSite()
  await site.storage.put('full/a.mp4', Buffer.alloc(50), 'video/mp4')
  await site.backup()
  await site.storage.put('full/b.mp4', Buffer.alloc(50), 'video/mp4')
  const { copied, manifest } = await site.backup()
  expect([copied, manifest.media.objects, (await site.held()).length]).toEqual([0, 2, 1])
})

test('a file that is replaced is copied again, and one that is removed meanwhile is left out', async () => {
  const site = await aSite()
  await site.storage.put('full/a.mp4', Buffer.alloc(50, 1), 'video/mp4')
  await site.storage.put('full/b.mp4', Buffer.alloc(50, 2), 'video/mp4')
  await site.backup()
  await site.storage.put('full/a.mp4', Buffer.alloc(50, 3), 'video/mp4')
  await site.storage.put('full/c.mp4', Buffer.alloc(50, 4), 'video/mp4')
  const { read } = site.storage
  const reading = vi.spyOn(site.storage, 'read').mockImplementation(async (key, range) => {
    if (key === 'full/c.mp4') await site.remove(key)
    return read.call(site.storage, key, range)
  })
  const { copied, manifest } = await site.backup()
  expect(reading.mock.calls.map(([key]) => key)).not.toContain('full/b.mp4')
  expect(copied).toBe(1)
  expect((await site.listed(manifest)).map(({ key }) => key)).toEqual(['full/a.mp4', 'full/b.mp4'])
})

test('a file that is cut while it is read, and a store that does not answer, are no backup', async () => {
  const site = await aSite()
  await site.storage.put('full/a.mp4', Buffer.alloc(50), 'video/mp4')
  const { stat } = site.storage
  const cut = vi.spyOn(site.storage, 'stat').mockImplementation(async (key) => {
    const found = await stat.call(site.storage, key)
    return found && { ...found, size: 51 }
  })
  await expect(site.backup()).rejects.toThrow('full/a.mp4 has 50 bytes instead of 51')
  cut.mockRestore()
  const away = new AppError('unavailable', 'object store')
  vi.spyOn(site.storage, 'read').mockRejectedValue(away)
  await expect(site.backup()).rejects.toBe(away)
  expect((await listBackups(site.target)).complete).toEqual([])
  expect(await readLastBackup(site.db)).toBe(null)
  expect((await readdir(site.deps.files.dataDir)).sort()).toEqual(['backup.lock.db', 'media'])
})

test('files that clips name and the store lacks are named, up to a thousand', async () => {
  const site = await aSite()
  const { cloudpath } = await site.clip()
  const few = (await site.backup()).manifest.missing
  expect(few.length).toBeGreaterThan(0)
  expect(few).not.toContain(cloudpath)
  for (let n = 0; n < Math.ceil(1_000 / few.length); n++) await aClip(site.db)
  const listing = vi.spyOn(site.storage, 'list')
  expect((await site.backup()).manifest.missing).toHaveLength(1_000)
  expect(listing, 'a second copy lacks the same').toHaveBeenCalledTimes(3)
})

test('a clip that is removed during the backup is not missed', async () => {
  const site = await aSite()
  const { id } = await aClip(site.db)
  const { list } = site.storage
  let listed = 0
  vi.spyOn(site.storage, 'list').mockImplementation(async function* (prefix) {
    // The first snapshot still has the clip.
    if (++listed === 2) await site.db.deleteFrom('library').where('id', '=', id).execute()
    yield* list.call(site.storage, prefix)
  })
  expect((await site.backup()).manifest.missing).toEqual([])
  expect(listed).toBe(3)
})

test('a shop that changes all the time is copied three times at most', async () => {
  const site = await aSite()
  const { list } = site.storage
  const listing = vi.spyOn(site.storage, 'list').mockImplementation(async function* (prefix) {
    await aClip(site.db)
    yield* list.call(site.storage, prefix)
  })
  const { missing } = (await site.backup()).manifest
  expect(listing).toHaveBeenCalledTimes(4)
  expect(missing.length).toBeGreaterThan(0)
})

test('what a killed run has left in DATA_DIR is removed, and only the owner can read what is new', async () => {
  const site = await aSite()
  await site.clip()
  const work = join(site.deps.files.dataDir, 'backup')
  await mkdir(join(work, 'old'), { recursive: true })
  const modes: string[] = []
  const { put } = site.target
  vi.spyOn(site.target, 'put').mockImplementation(async (...object) => {
    const names = (await readdir(work)).filter((name) => name.endsWith('.zst') || /^[\da-f-]{36}$/.test(name))
    for (const path of [work, ...names.map((name) => join(work, name))])
      modes.push(((await stat(path)).mode & 0o777).toString(8))
    expect(await readdir(work)).not.toContain('old')
    return put.apply(site.target, object)
  })
  await site.backup()
  expect(new Set(modes)).toEqual(new Set(['700', '600']))
  expect((await readdir(site.deps.files.dataDir)).sort()).toEqual(['backup.lock.db', 'media'])
})

test('an interrupted backup is none', async () => {
  const site = await aSite()
  await site.clip()
  const stop = new AbortController()
  const onCopy = () => stop.abort(new Error('stopped'))
  const making = makeBackup(site.deps, site.target, { keep: 1, signal: stop.signal, onCopy })
  await expect(making).rejects.toThrow()
  expect((await listBackups(site.target)).complete).toEqual([])
  expect((await site.backup()).copied, 'the next one uses what it copied').toBe(0)
})

test('a damaged list of the last backup keeps no new one from being made', async () => {
  const site = await aSite()
  await site.clip()
  const { manifest } = await site.backup()
  await site.target.put(manifest.media.key, Buffer.from('rot'), 'application/zstd')
  expect((await site.backup()).copied).toBe(0)
  expect((await listBackups(site.target)).complete).toHaveLength(2)
  await site.target.put(fileOf(manifest.id, 'manifest.json'), Buffer.from('rot'), 'application/json')
  await site.backup()
  expect((await listBackups(site.target)).complete).toHaveLength(3)
})

test('a list that cannot be read now is no damaged one', async () => {
  const site = await aSite()
  await site.backup()
  const away = new AppError('unavailable', 'object store')
  const { read } = site.target
  vi.spyOn(site.target, 'read').mockImplementation(async (key, range) => {
    if (key.endsWith('media.db.zst')) throw away
    return read.call(site.target, key, range)
  })
  await expect(site.backup()).rejects.toBe(away)
})

test('files go with the last backup that needs them', async () => {
  const site = await aSite()
  const clips = [await site.clip(), await site.clip(), await site.clip()]
  await site.backup()
  await site.remove(clips[0]!.cloudpath)
  await site.backup()
  await site.remove(clips[1]!.cloudpath)
  await site.backup()
  expect(await site.prune(3)).toEqual({ backups: 0, objects: 0 })
  expect(await site.prune(2)).toEqual({ backups: 1, objects: 1 })
  expect(await site.held()).toHaveLength(2)
  expect(await site.prune(1)).toEqual({ backups: 1, objects: 1 })
  expect(await site.held()).toHaveLength(1)
  expect((await listBackups(site.target)).complete).toEqual(['2026-11-22t06-00-00.000z'])
})

test('a backup whose deletion is killed is none any more, and the next one removes the rest', async () => {
  const site = await aSite()
  await site.backup()
  await site.backup()
  const { delete: remove } = site.target
  let left = 1
  const killed = vi.spyOn(site.target, 'delete').mockImplementation(async (key) => {
    if (left-- <= 0) throw new Error('killed')
    return remove.call(site.target, key)
  })
  await expect(site.prune(1)).rejects.toThrow('killed')
  expect(await listBackups(site.target)).toMatchObject({
    complete: ['2026-11-22t05-00-00.000z'],
    unfinished: ['2026-11-22t04-00-00.000z'],
  })
  killed.mockRestore()
  await site.backup()
  expect(await listBackups(site.target)).toMatchObject({ unfinished: [] })
})

test('a kept backup whose list is damaged may need every file, an old one needs none', async () => {
  const site = await aSite()
  const { cloudpath } = await site.clip()
  const old = (await site.backup()).manifest
  await site.remove(cloudpath)
  const kept = (await site.backup()).manifest
  await site.target.put(kept.media.key, Buffer.from('rot'), 'application/zstd')
  expect(await site.prune(1)).toEqual({ backups: 1, objects: 0 })
  expect(await site.held()).toHaveLength(1)
  await site.backup()
  await site.target.put(old.media.key, Buffer.from('rot'), 'application/zstd')
  expect(await site.prune(1)).toEqual({ backups: 1, objects: 0 })
  expect((await listBackups(site.target)).complete).toEqual(['2026-11-22t06-00-00.000z'])
})

test('a younger damaged backup keeps its files, and goes with its files when it is old', async () => {
  const site = await aSite()
  const first = await site.clip()
  await site.backup()
  const second = await site.clip()
  const { manifest: damaged } = await site.backup()
  await site.remove(first.cloudpath)
  await site.backup()
  await markDamaged(site.target, damaged.id, ['page 7'])
  expect(await site.prune(1)).toEqual({ backups: 1, objects: 1 })
  await site.remove(second.cloudpath)
  await site.backup()
  expect((await listBackups(site.target)).damaged).toEqual([])
  expect(await site.prune(1)).toMatchObject({ backups: 1 })
  expect(await site.held()).toEqual([])
})

test('a good backup after damage ends the trouble, also without a pruned one', async () => {
  const site = await aSite()
  const value = JSON.stringify({ at: '2026-11-21T04:00:00.000Z', fault: 'page 7' })
  await site.db.insertInto('operations').values({ key: 'backup.damage', value }).execute()
  await site.db.insertInto('operations').values({ key: 'other', value }).execute()
  await site.backup()
  expect(await readOperation(site.db, 'backup.damage')).toBe(null)
  expect(await site.db.selectFrom('operations').select('key').orderBy('key').execute()).toEqual([
    { key: 'backup' },
    { key: 'other' },
  ])
  expect(mediaKey('abcdef')).toBe('media/ab/abcdef')
})
