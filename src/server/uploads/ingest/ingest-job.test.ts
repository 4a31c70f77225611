import { readdir, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { aLibrary, type Library, makeVideo } from '../../../../tests/support/footage.ts'
import { bodyOf, never } from '../../../../tests/support/studio/upload-room.ts'
import { insertUpload } from '../create-upload.ts'
import { receiveBytes } from '../receive-bytes.ts'
import { takeLease } from '../upload-lease.ts'
import { ingestJob } from './ingest-job.ts'
import { layOut } from './lay-out.ts'
import { NoLongerWanted, UploadRun } from './upload-run.ts'

let library: Library
beforeEach(async () => {
  library = await aLibrary()
})
afterEach(() => library.close())

const SHEET = 'file,title_en\na.mp4,The Fall\n'

/** An upload whose bytes are here, and which waits for a worker. */
async function anUpload(file_name: string, text: string, values: object | 'latin1' = {}): Promise<string> {
  const { deps } = library
  const bytes = Buffer.from(text, values === 'latin1' ? 'latin1' : 'utf8')
  const kind = file_name.endsWith('.csv') ? 'sheet' : file_name.endsWith('.xmp') ? 'sidecar' : 'video'
  const row = {
    user_id: null,
    file_name,
    kind,
    bytes: bytes.length,
    closed: 1 as const,
    ...(values !== 'latin1' && values),
  }
  const id = await insertUpload(deps.db, row as Parameters<typeof insertUpload>[1])
  const lease = await takeLease(deps, id, never)
  await receiveBytes(deps, lease, bodyOf(bytes))
  await lease.release()
  await deps.db.updateTable('uploads').set({ state: 'waiting' }).where('id', '=', id).execute()
  return id
}

const run = (upload: string, context: object = {}) =>
  ingestJob.run(library.deps, { upload }, { id: 1, attempts: 1, signal: never, ...context })
const rowOf = (id: string) =>
  library.deps.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const hasBytes = async (id: string) => ((await library.deps.uploads.files.received(id)) ?? 0) > 0

test('a sheet is read, and kept for the media of its batch', async () => {
  const good = await anUpload('metadata.csv', SHEET)
  const strange = await anUpload('metadata.csv', 'colour,weight\nred,3\n')
  const categories = await anUpload('categories.csv', 'key,label_en,label_ja,position\nsea,Sea,海,1\n')
  const sidecar = await anUpload('a.xmp', 'anything')
  for (const id of [good, strange, categories, sidecar]) await run(id)
  const ready = { state: 'ready', stage: '', ratio: 1, held: 'upload' }
  expect(await rowOf(good)).toMatchObject({ ...ready, reason: null, reason_text: '' })
  expect(await rowOf(strange)).toMatchObject({ ...ready, reason: 'sheetUnknown' })
  expect(await rowOf(categories)).toMatchObject({ ...ready, reason: null })
  expect(await rowOf(sidecar)).toMatchObject({ ...ready, reason: null })
  expect((await rowOf(good)).finished).not.toBeNull()
  expect(await hasBytes(good)).toBe(true)
  expect(await readdir(library.deps.uploads.work)).toEqual([])
})

test('a sheet with wrong rows is refused, and says which', async () => {
  const sheet = await anUpload('metadata.csv', 'file,title_en\na.mp4\n')
  const categories = await anUpload('categories.csv', 'key,label_en,label_ja,position\n,,,\n')
  for (const id of [sheet, categories]) {
    await run(id)
    expect(await rowOf(id)).toMatchObject({ state: 'refused', reason: 'sheet', ratio: 0 })
    expect((await rowOf(id)).reason_text).toMatch(/^(?:metadata|categories)\.csv.*line 2/)
    expect(await hasBytes(id)).toBe(true)
  }
})

test('what is no film is refused and takes no space', async () => {
  const [film, other] = [await anUpload('a.mp4', 'no film, but words'), await anUpload('b.mp4', 'words')]
  await run(film)
  expect(await rowOf(film)).toMatchObject({ state: 'refused', reason: 'kind', held: 'none' })
  expect([await hasBytes(film), await hasBytes(other)]).toEqual([false, true])
  expect((await rowOf(other)).state).toBe('waiting')
})

test('a film becomes a clip, and its bytes go; the same film again is that clip', async () => {
  const { deps, root } = library
  const path = join(root, 'fall.mp4')
  await makeVideo(path)
  const film = await readFile(path, 'latin1')
  const [first, second] = [
    await anUpload('fall.mp4', film, 'latin1'),
    await anUpload('again.mp4', film, 'latin1'),
  ]
  await run(first)
  const clip = await deps.db.selectFrom('library').selectAll().executeTakeFirstOrThrow()
  expect(clip).toMatchObject({ file_name: 'fall.mp4', state: 'draft' })
  expect(await rowOf(first)).toMatchObject({ state: 'ready', source_id: clip.id, reason: null, held: 'none' })
  expect([await hasBytes(first), await hasBytes(second)]).toEqual([false, true])
  await run(second)
  expect(await rowOf(second)).toMatchObject({
    state: 'ready',
    source_id: clip.id,
    reason: 'known',
    held: 'none',
  })
  const acts = await deps.db.selectFrom('audit_records').select('action').execute()
  expect(acts).toEqual([{ action: 'category.add' }, { action: 'clip.ingest' }])
})

test('what is over or gone is left alone', async () => {
  const { db } = library.deps
  const cancelled = await anUpload('metadata.csv', SHEET)
  await db.updateTable('uploads').set({ state: 'cancelled' }).execute()
  await run(cancelled)
  expect((await rowOf(cancelled)).state).toBe('cancelled')
  await run('0'.repeat(32))
  const begun = await anUpload('metadata.csv', SHEET)
  await db.updateTable('uploads').set({ state: 'rendering' }).where('id', '=', begun).execute()
  await run(begun)
  expect((await rowOf(begun)).state).toBe('ready')
})

test('a file that has killed its worker four times has failed', async () => {
  const id = await anUpload('metadata.csv', SHEET)
  await run(id, { attempts: 4 })
  expect((await rowOf(id)).state).toBe('ready')
  const killer = await anUpload('metadata.csv', SHEET)
  await run(killer, { attempts: 5 })
  expect(await rowOf(killer)).toMatchObject({ state: 'failed', reason: 'unexpected', held: 'upload' })
})

test.each([
  ['the disk is full', new AppError('storageFull'), 'storageFull'],
  ['the disk of the worker is full', Object.assign(new Error('write'), { code: 'ENOSPC' }), 'storageFull'],
  ['its bytes are gone', Object.assign(new Error('open /a/b'), { code: 'ENOENT' }), 'expired'],
  ['the clip to replace is gone', new AppError('mediaNotFound'), 'clipGone'],
  ['anything else', new Error('connect 10.0.0.5:9000'), 'unexpected'],
])('an upload that fails says why, in our words: %s', async (_, error, reason) => {
  const id = await anUpload('metadata.csv', SHEET)
  vi.spyOn(library.deps.uploads.files, 'place').mockRejectedValue(error)
  await run(id)
  expect(await rowOf(id)).toMatchObject({ state: 'failed', reason, reason_text: '', held: 'upload' })
})

test('an upload of which the store has lost bytes has failed', async () => {
  const id = await anUpload('metadata.csv', SHEET)
  await truncate(join(library.config.dataDir, 'uploads', id), 5)
  await run(id)
  expect(await rowOf(id)).toMatchObject({ state: 'failed', reason: 'damaged' })
})

test('what will pass by itself is tried again: a store or database that is away, a worker that stops', async () => {
  const id = await anUpload('metadata.csv', SHEET)
  const place = vi.spyOn(library.deps.uploads.files, 'place')
  for (const code of ['ECONNREFUSED', undefined]) {
    const error = code ? Object.assign(new Error('away'), { code }) : new AppError('unavailable')
    place.mockRejectedValueOnce(error)
    await expect(run(id)).rejects.toBe(error)
    expect(await rowOf(id)).toMatchObject({ state: 'waiting', stage: '', ratio: 0, finished: null })
  }
  place.mockRejectedValueOnce(new Error('stopped in the middle'))
  await expect(run(id, { signal: AbortSignal.abort() })).rejects.toThrow('stopped in the middle')
  expect((await rowOf(id)).state).toBe('waiting')
  await run(id)
  expect((await rowOf(id)).state).toBe('ready')
})

test('a folder is laid out with the sheets of the batch and the file’s own sidecar', async () => {
  const { deps, root } = library
  const batch = 'the-batch'
  const film = await anUpload('a.mp4', 'film', { batch, folder: 'trip' })
  await anUpload('metadata.csv', SHEET, { batch })
  await anUpload('a.xmp', 'mine', { batch, folder: 'trip' })
  await anUpload('A.MP4.xmp', 'mine', { batch, folder: 'trip' })
  await anUpload('b.xmp', 'another’s', { batch, folder: 'trip' })
  await anUpload('a.xmp', 'elsewhere', { batch })
  await anUpload('b.mp4', 'film', { batch })
  await anUpload('metadata.csv', SHEET, { batch: 'other-batch', folder: 'x' })
  const cancelled = await anUpload('categories.csv', SHEET, { batch })
  const dropped = await anUpload('sub.csv', SHEET, { batch })
  await deps.db.updateTable('uploads').set({ state: 'cancelled' }).where('id', '=', cancelled).execute()
  await deps.db.updateTable('uploads').set({ held: 'none' }).where('id', '=', dropped).execute()
  const folder = join(root, 'laid-out')
  await layOut(deps, { row: await rowOf(film), root: folder, signal: never })
  const names = (await readdir(folder, { recursive: true })).sort()
  expect(names).toEqual(['metadata.csv', 'trip', 'trip/A.MP4.xmp', 'trip/a.mp4', 'trip/a.xmp'])
})

test('a run writes progress and stops when its upload is cancelled', async () => {
  const { deps } = library
  const [id, other] = [await anUpload('a.mp4', 'film'), await anUpload('b.mp4', 'film')]
  await deps.db.updateTable('uploads').set({ state: 'probing' }).execute()
  const going = new UploadRun(deps, id)
  going.report({ step: 'films', ratio: 0.5 } as never)
  await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ state: 'rendering', stage: 'films' }))
  expect((await rowOf(id)).ratio).toBeGreaterThan(0)
  expect(await rowOf(other)).toMatchObject({ state: 'probing', stage: '', ratio: 0 })
  expect(going.signal.aborted).toBe(false)
  await deps.db.updateTable('uploads').set({ state: 'cancelled' }).where('id', '=', id).execute()
  await vi.waitFor(() => expect(going.signal.aborted).toBe(true), { timeout: 3_000 })
  await expect(going.end('ready', {})).rejects.toThrow(NoLongerWanted)
  going.close()
  expect((await rowOf(id)).state).toBe('cancelled')
})
