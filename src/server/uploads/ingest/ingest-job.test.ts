import { mkdir, readdir, readFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { aLibrary, type Library, makeVideo } from '../../../../tests/support/footage.ts'
import { bodyOf, never } from '../../../../tests/support/studio/upload-room.ts'
import { insertUpload } from '../create-upload.ts'
import { receiveBytes } from '../receive-bytes.ts'
import { renderAgain } from '../render-again.ts'
import { takeLease } from '../upload-lease.ts'
import { fetchFootage } from './fetch-footage.ts'
import { ingestJob } from './ingest-job.ts'
import { NoLongerWanted, UploadRun } from './upload-run.ts'

let library: Library
beforeEach(async () => {
  library = await aLibrary()
})
afterEach(() => library.close())

const SHEET = 'file,title_en\na.mp4,The Fall\n'

/** An upload whose bytes are here, and which waits for a worker. */
async function anUpload(file_name: string, content: string | Buffer, values: object = {}): Promise<string> {
  const { deps } = library
  const bytes = Buffer.from(content as string)
  const kind = file_name.endsWith('.csv') ? 'sheet' : file_name.endsWith('.xmp') ? 'sidecar' : 'video'
  const row = {
    user_id: null,
    file_name,
    kind,
    bytes: bytes.length,
    closed: 1 as const,
    ...values,
  }
  const id = await insertUpload(deps.db, row as Parameters<typeof insertUpload>[1])
  const lease = await takeLease(deps, id, { signal: never })
  await receiveBytes(deps, lease, bodyOf(bytes))
  await lease.release()
  await deps.db.updateTable('uploads').set({ state: 'waiting' }).where('id', '=', id).execute()
  return id
}

const run = (upload: string, context: object = {}) =>
  ingestJob.run(library.deps, { upload }, { id: 1, attempts: 1, signal: never, ...context })
const rowOf = (id: string) =>
  library.deps.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
async function aRun(id: string): Promise<UploadRun> {
  const made = new UploadRun(library.deps, await rowOf(id), never)
  made.close()
  await mkdir(made.folder, { recursive: true })
  return made
}
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
  expect(await resultOf(strange)).toMatchObject({ format: null, rows: 1, applied: 0 })
  expect(await resultOf(categories)).toMatchObject({ rows: 1, applied: 1, wrong: 0 })
  expect(await rowOf(sidecar)).toMatchObject({ ...ready, reason: null, sheet: null })
  expect((await rowOf(good)).finished).not.toBeNull()
  expect(await hasBytes(good)).toBe(true)
  expect(await readdir(library.deps.uploads.work)).toEqual([])
})

const resultOf = async (id: string) => JSON.parse((await rowOf(id)).sheet ?? '')

test('a sheet is told which rows apply to the films of its batch, and which fields are left out', async () => {
  const [batch, folder] = ['a-batch-of-films', 'trip']
  const sheet = await anUpload(
    'metadata.csv',
    'file,title_en,category,ai\na.mp4,A,海,maybe\nb.mp4,B,,\nc.mp4,C,,\n',
    { batch, folder },
  )
  await anUpload('categories.csv', 'key,label_en,label_ja\nsea,Sea,海\n', { batch })
  for (const name of ['a.mp4', 'b.mp4']) await anUpload(name, 'a film', { batch, folder })
  await anUpload('c.mp4', 'a film of another folder', { batch })
  await run(sheet)
  expect(await rowOf(sheet)).toMatchObject({ state: 'ready', reason: 'sheet' })
  expect(await resultOf(sheet)).toMatchObject({
    ...{ rows: 3, applied: 2, partial: 1, without_file: { count: 1, first: ['trip/c.mp4'] } },
    problems: [{ code: 'notYesNo', row: 2, column: 4, name: 'ai', value: 'maybe' }],
  })
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
  const film = await readFile(path)
  const [first, second] = [await anUpload('fall.mp4', film), await anUpload('again.mp4', film)]
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
  expect((await stat(deps.uploads.work)).mode & 0o777).toBe(0o700)

  await makeVideo(path, { rate: 12 })
  const other = await anUpload('new.mp4', await readFile(path), { replaces: clip.id })
  await run(other)
  expect(await rowOf(other)).toMatchObject({ state: 'ready', source_id: clip.id, reason: null })
  const changed = await deps.db.selectFrom('library').selectAll().executeTakeFirstOrThrow()
  expect([changed.id, changed.file_name]).toEqual([clip.id, 'new.mp4'])
  expect(changed.content_hash).not.toBe(clip.content_hash)
  const again = await renderAgain(deps, { id: await aUser(deps.db) }, clip.id)
  await run(again.id)
  expect(await rowOf(again.id)).toMatchObject({ state: 'ready', reason: null, held: 'original' })
  const after = await deps.db.selectFrom('audit_records').select(['action', 'detail']).execute()
  expect(after.map(({ action }) => action).slice(2)).toEqual(['clip.replace', 'clip.render', 'clip.rendered'])
})

test('a worker that loses its upload in the middle leaves it as it is', async () => {
  const { deps } = library
  const id = await anUpload('metadata.csv', SHEET)
  vi.spyOn(deps.uploads.files, 'place').mockImplementation(async (_, __, signal) => {
    await deps.db.updateTable('uploads').set({ state: 'cancelled' }).where('id', '=', id).execute()
    await vi.waitFor(() => expect(signal?.aborted).toBe(true), { timeout: 5_000 })
    throw new Error('the copy was cut off')
  })
  await run(id)
  expect(await rowOf(id)).toMatchObject({ state: 'cancelled', reason: null })
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

test('a film has the texts of its batch’s sheets, and its own sidecar', async () => {
  const { deps } = library
  const batch = 'the-batch'
  const stranger = await aUser(deps.db)
  const described = (text: string) => `file,title_en,category\ntrip/a.mp4,${text},sea\n`
  const film = await anUpload('a.mp4', 'film', { batch, folder: 'trip' })
  await anUpload('zz.csv', described('Another sheet'), { batch })
  await anUpload('metadata.csv', described('Earlier'), { batch })
  await anUpload('metadata.csv', described('Later'), { batch })
  await anUpload('metadata.csv', 'file,title_en\na.mp4,Of the subfolder\n', { batch, folder: 'trip' })
  await anUpload('categories.csv', 'key,label_en\nsea,The Sea\n', { batch })
  await anUpload('metadata.csv', described('Of another batch'), { batch: 'other-batch' })
  await anUpload('metadata.csv', described('A stranger’s'), { batch, user_id: stranger })
  for (const values of [{ state: 'cancelled' }, { held: 'none' }] as const) {
    const id = await anUpload('metadata.csv', described('No longer there'), { batch })
    await deps.db.updateTable('uploads').set(values).where('id', '=', id).execute()
  }
  await anUpload('a.xmp', 'less exactly named', { batch, folder: 'trip' })
  await anUpload('A.MP4.xmp', 'mine', { batch, folder: 'trip' })
  await anUpload('b.xmp', 'another film’s', { batch, folder: 'trip' })
  await anUpload('a.mp4.xmp', 'elsewhere', { batch })
  const { name, path, row, category, sidecar } = await fetchFootage(deps, await aRun(film))
  expect([name, row?.title_en, category.label]).toEqual(['trip/a.mp4', 'Later', 'The Sea'])
  expect(await readFile(path, 'utf8')).toBe('film')
  expect(await readFile(sidecar!, 'utf8')).toBe('mine')
})

test('a run writes progress and stops when its upload is cancelled', async () => {
  const { deps } = library
  const [id, other, ended] = [
    await anUpload('a.mp4', 'film'),
    await anUpload('b.mp4', 'film'),
    await anUpload('c.mp4', 'film'),
  ]
  await deps.db.updateTable('uploads').set({ state: 'probing' }).execute()
  const closed = await aRun(ended)
  closed.report({ step: 'films', ratio: 0.5 } as never)
  const going = new UploadRun(deps, await rowOf(id), never)
  going.report({ step: 'films', ratio: 0.5 } as never)
  await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ state: 'rendering', stage: 'films' }))
  expect((await rowOf(id)).ratio).toBeGreaterThan(0)
  expect(await rowOf(other)).toMatchObject({ state: 'probing', stage: '', ratio: 0 })
  expect(going.signal.aborted).toBe(false)
  await deps.db.updateTable('uploads').set({ state: 'cancelled' }).where('id', '=', id).execute()
  await vi.waitFor(() => expect(going.signal.aborted).toBe(true), { timeout: 10_000 })
  await expect(going.end('ready', {})).rejects.toThrow(NoLongerWanted)
  going.close()
  expect((await rowOf(id)).state).toBe('cancelled')
  const late = new UploadRun(deps, await rowOf(id), never)
  await expect(late.write({ ratio: 0.5 })).rejects.toThrow(NoLongerWanted)
  expect(late.signal.aborted).toBe(true)
  late.close()
  const removed = new UploadRun(deps, await rowOf(other), never)
  const warned = vi.spyOn(deps.log, 'warn')
  const failing = vi.spyOn(deps.db, 'updateTable').mockImplementationOnce(() => {
    throw new Error('the database is away')
  })
  removed.report({ step: 'reading', ratio: 1 } as never)
  await vi.waitFor(() => expect(warned).toHaveBeenCalledOnce(), { timeout: 10_000 })
  failing.mockRestore()
  removed.report({ step: 'reading', ratio: 1 } as never)
  await vi.waitFor(async () =>
    expect(await rowOf(other)).toMatchObject({ state: 'probing', stage: 'reading' }),
  )
  expect(removed.signal.aborted).toBe(false)
  await deps.db.deleteFrom('uploads').where('id', '=', other).execute()
  await vi.waitFor(() => expect(removed.signal.aborted).toBe(true), { timeout: 10_000 })
  removed.close()
  expect(warned).toHaveBeenCalledOnce()
  expect(await rowOf(ended)).toMatchObject({ state: 'probing', stage: '' })
})
