import { appendFile, copyFile, mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { listClips } from '#server/clips/list-clips.ts'
import { ingestFolder } from '#server/ingest/ingest-folder.ts'
import { sweep } from '#server/ingest/sweep.ts'
import { removeClip } from '#server/library/remove-clip.ts'
import { aUser } from '../../support/database/rows.ts'
import { aLibrary, contentsOf, type Library, makeVideo, storedFiles } from '../../support/footage.ts'
import { removeQueuedFiles } from '../../support/storage/remove-queued-files.ts'

let library: Library
let folder: string

beforeEach(async () => {
  library = await aLibrary()
  folder = join(library.root, 'footage')
  await mkdir(folder)
  await makeVideo(join(folder, 'rain.mp4'))
})
afterEach(() => library.close())

const ingest = (dryRun = false) =>
  ingestFolder(library.deps, { folder, dataDir: library.config.dataDir, dryRun })
const results = async () => (await ingest()).outcomes.map(({ file, result }) => `${file} ${result}`)
const sheet = (text: string) => writeFile(join(folder, 'metadata.csv'), text)
const invalidated = async () =>
  (await library.deps.db.selectFrom('invalidations').select('tag').execute()).map(({ tag }) => tag)

test('the same file again is skipped, under another name too', async () => {
  expect(await results()).toEqual(['rain.mp4 made'])
  const before = await contentsOf(library)
  await copyFile(join(folder, 'rain.mp4'), join(folder, 'copy.mp4'))
  expect(await results()).toEqual(['copy.mp4 skipped', 'rain.mp4 skipped'])
  expect(await contentsOf(library)).toEqual(before)
})

test('the same content twice in one folder is one clip', async () => {
  await copyFile(join(folder, 'rain.mp4'), join(folder, 'copy.mp4'))
  const { outcomes } = await ingest()
  expect(outcomes.map(({ result }) => result).sort()).toEqual(['made', 'skipped'])
  expect(await listClips(library.deps)).toHaveLength(1)
})

test('a dry run says what it would do and writes nothing', async () => {
  const { outcomes } = await ingest(true)
  expect(outcomes).toEqual([{ file: 'rain.mp4', result: 'made', kind: 'video' }])
  expect(await listClips(library.deps)).toEqual([])
  expect(await readdir(library.config.dataDir)).not.toContain('work')
})

test('a changed sheet changes the clip, and only then', async () => {
  await sheet('file,title_en,keywords_en,category\nrain.mp4,Rain,wet;soft,sea\n')
  expect(await results()).toEqual(['rain.mp4 made'])
  expect(await results()).toEqual(['rain.mp4 skipped'])
  await sheet('file,title_en,keywords_en,category\nrain.mp4,Soft rain,wet,four_seasons\n')
  await writeFile(
    join(folder, 'categories.csv'),
    'key,label_en,label_ja,position\nfour_seasons,Seasons,四季,2\n',
  )
  expect(await results()).toEqual(['rain.mp4 updated'])
  expect(await results()).toEqual(['rain.mp4 skipped'])
  expect(await listClips(library.deps)).toMatchObject([{ title: 'Soft rain', category: 'four_seasons' }])
  const category = library.deps.db.selectFrom('categories').selectAll().where('key', '=', 'four_seasons')
  expect(await category.executeTakeFirst()).toMatchObject({ label: 'Seasons', label_ja: '四季', position: 2 })
})

test('a sheet changes the fields that it has, and what somebody edited since stays', async () => {
  await sheet('file,title_ja,tags,category,license\nrain.mp4,雨,wet,sea,Ours\n')
  await ingest()
  const edited = { keywords: '["eaves"]', license_type: 'editorial' } as const
  await library.deps.db.updateTable('library').set(edited).execute()
  await sheet('file,title_ja,category\nrain.mp4,軒の雨,\n')
  expect(await results()).toEqual(['rain.mp4 updated'])
  expect(await results()).toEqual(['rain.mp4 skipped'])
  const clip = await library.deps.db.selectFrom('library').selectAll().executeTakeFirstOrThrow()
  expect(clip).toMatchObject({
    ...{ title: '軒の雨', title_ja: '軒の雨', tags: '["wet"]', category: 'sea', license: 'Ours' },
    ...edited,
  })
})

test('a missing sheet keeps the details', async () => {
  await sheet('file,title_en\nrain.mp4,Rain on the eaves\n')
  await ingest()
  await sheet('file,title_en\n')
  expect(await results()).toEqual(['rain.mp4 skipped'])
  expect(await listClips(library.deps)).toMatchObject([{ title: 'Rain on the eaves' }])
})

test('a file without a row is titled by its name and uncategorised', async () => {
  await ingest()
  expect(await listClips(library.deps)).toMatchObject([{ title: 'Rain', category: 'uncategorised' }])
})

test('publishing invalidates the page caches', async () => {
  await ingest()
  const [clip] = await listClips(library.deps)
  expect((await invalidated()).sort()).toEqual(['categories', `clip:${clip?.id}`, 'clips'])
})

test('a removed clip leaves no row and no file, and its id is never reused', async () => {
  await ingest()
  const [clip] = await listClips(library.deps)
  await removeClip(library.deps, clip?.id ?? 0)
  await removeQueuedFiles(library.deps)
  expect(await listClips(library.deps)).toEqual([])
  expect(await storedFiles(join(library.config.dataDir, 'media'))).toEqual({})
  await expect(removeClip(library.deps, clip?.id ?? 0)).rejects.toMatchObject({ code: 'mediaNotFound' })
  await ingest()
  expect((await listClips(library.deps))[0]?.id).toBeGreaterThan(clip?.id ?? 0)
})

test('unused files are swept after two days; those of clips and sets stay', async () => {
  await ingest()
  await aSheet('a'.repeat(32))
  await aSquare(`made/${'d'.repeat(32)}.mp4`)
  const before = await storedFiles(join(library.config.dataDir, 'media'))
  const orphan = `preview/${'0'.repeat(32)}.mp4`
  await library.deps.storage.put(orphan, Buffer.from('left behind'), 'video/mp4')
  await library.deps.storage.put(`sheet/${'b'.repeat(32)}.jpg`, Buffer.from('of a killed run'), 'image/jpeg')
  await library.deps.storage.put(`made/${'c'.repeat(32)}.gif`, Buffer.from('forgotten'), 'image/gif')
  const work = join(library.config.dataDir, 'work')
  const later = { ...library.deps, now: () => new Date(Date.now() + 47 * HOUR_MS) }
  expect(await sweep(later, { work })).toBe(0)
  const nextDay = { ...library.deps, now: () => new Date(Date.now() + 49 * HOUR_MS) }
  expect(await sweep(nextDay, { work })).toBe(3)
  expect(await storedFiles(join(library.config.dataDir, 'media'))).toEqual(before)
})

/** A file of the only clip that was made on demand. */
async function aSquare(storage_key: string): Promise<void> {
  const { db, storage, now } = library.deps
  await storage.put(storage_key, Buffer.from('a square film'), 'video/mp4')
  const clip = await db.selectFrom('medias').select(['source_id', 'cloudpath']).executeTakeFirstOrThrow()
  const facts = { kind: 'square', params: '', state: 'ready', width: 1, height: 1, bytes: 13 } as const
  const used = now().toISOString()
  await db
    .insertInto('renditions')
    .values({ ...clip, ...facts, storage_key, used })
    .execute()
}

/** A curated set with a picture for link previews. */
async function aSheet(name: string): Promise<void> {
  const { db, storage } = library.deps
  await storage.put(`sheet/${name}.jpg`, Buffer.from('eight posters'), 'image/jpeg')
  const created_by = await aUser(db)
  const og_image_url = `/media/sheet/${name}.jpg`
  const set = { slug: 'rain', name: 'Rain', created_by, created: new Date().toISOString(), og_image_url }
  await db.insertInto('collections').values(set).execute()
}

test('the work folder of a dead run is swept after two days', async () => {
  const work = join(library.config.dataDir, 'work')
  const abandoned = join(work, 'ab'.repeat(32))
  await mkdir(join(abandoned, 'tile.123'), { recursive: true })
  expect(await sweep(library.deps, { work })).toBe(0)
  const old = new Date(Date.now() - 49 * HOUR_MS)
  await utimes(abandoned, old, old)
  expect(await sweep(library.deps, { work })).toBe(1)
})

test('a file that grows while it is read is refused', async () => {
  const path = join(folder, 'rain.mp4')
  const report = {
    progress: (_file: string, { step }: { step: string }) => {
      if (step === 'films') void appendFile(path, 'x')
    },
  }
  const { outcomes } = await ingestFolder(library.deps, { folder, dataDir: library.config.dataDir, report })
  expect(outcomes).toMatchObject([{ result: 'refused', reason: expect.stringContaining('changed') }])
  expect(await storedFiles(join(library.config.dataDir, 'media'))).toEqual({})
})
