import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { UploadLine } from '#contract/studio/clips/uploads.ts'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { originalKey } from '#server/media/storage-key.ts'
import { cleanUploads } from '#server/uploads/clean-uploads.ts'
import { ingestJob } from '#server/uploads/ingest/ingest-job.ts'
import { aPhoto, makeVideo } from '../../support/footage.ts'
import { aMember } from '../../support/shop/members.ts'
import { removeQueuedFiles } from '../../support/storage/remove-queued-files.ts'
import { describeBucket } from '../../support/storage/storages.ts'
import { sha256Of, tusClient } from '../../support/studio/tus.ts'

let folder: string
const films: Buffer[] = []
let photo: Buffer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nagare-uploads-'))
  for (const rate of [24, 25, 30]) {
    const path = join(folder, `${rate}.mp4`)
    await makeVideo(path, { rate })
    films.push(await readFile(path))
  }
  photo = await aPhoto(160, 120).jpeg().toBuffer()
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Rendering it takes some seconds. */
async function aLongFilm(): Promise<Buffer> {
  const path = join(folder, 'long.mp4')
  await makeVideo(path, { size: '1280x720', rate: 30, seconds: 8 })
  return readFile(path)
}

describeBucket('uploads become clips', (shop) => {
  let tus: ReturnType<typeof tusClient>
  let headers: Record<string, string>

  beforeAll(async () => {
    const admin = await aMember(shop().server.deps, { admin: true })
    headers = admin.headers
    tus = tusClient(shop().server, headers)
  })

  const deps = () => shop().server.deps
  const api = async (method: string, path: string) => {
    const answer = await fetch(shop().server.at(`/api/studio/${path}`), { method, headers })
    return answer.status === 204 ? undefined : answer.json()
  }
  const lineOf = async (id: string): Promise<UploadLine> => {
    const { uploads } = await api('GET', 'uploads')
    return uploads.find((line: UploadLine) => line.id === id)
  }
  const sourceOf = (id: number | null) =>
    deps().db.selectFrom('library').selectAll().where('id', '=', id).executeTakeFirst()
  const stored = async (id: number | null) => {
    const media = await deps()
      .db.selectFrom('medias')
      .selectAll()
      .where('source_id', '=', id)
      .executeTakeFirstOrThrow()
    const keys = [media.cloudpath, media.watermarked_url.slice(7), media.thumbnail_url.slice(7)]
    const found = await Promise.all(keys.map((key) => deps().storage.stat(key)))
    return { media, whole: found.every((object) => (object?.size ?? 0) > 0) }
  }

  /** Waits with a worker until all these have ended. */
  async function ended(...ids: string[]): Promise<UploadLine[]> {
    const worker = runJobs(deps(), [ingestJob], { pollMs: 20, atOnce: 2 })
    try {
      return await vi.waitFor(
        async () => {
          const lines = await Promise.all(ids.map(lineOf))
          for (const line of lines) expect(line.finished, JSON.stringify(line)).not.toBeNull()
          return lines
        },
        { timeout: 50_000, interval: 100 },
      )
    } finally {
      await worker.stop()
    }
  }

  test('a film becomes a draft, with its texts from the sheet that came last, and its original is kept', async () => {
    const batch = 'trip-of-spring'
    const film = await tus.send(films[0]!, { filename: 'fall.mp4', folder: 'trip', batch })
    const still = await tus.send(photo, { filename: 'still.jpg', folder: 'trip', batch })
    const sidecar = Buffer.from(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">A quiet gate</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>',
    )
    const beside = await tus.send(sidecar, { filename: 'still.xmp', folder: 'trip', batch })
    const rows = Buffer.from('file,title_en,keywords_en,category\nfall.mp4,Nachi Falls,water;fall,sea\n')
    const sheet = await tus.send(rows, { filename: 'metadata.csv', folder: 'trip', batch })
    const colleague = await aMember(deps())
    await deps().db.updateTable('users').set({ role: 'editor' }).where('id', '=', colleague.id).execute()
    const theirRows = Buffer.from('file,title_en\nfall.mp4,Not this film\n')
    await tusClient(shop().server, colleague.headers).send(theirRows, {
      ...{ filename: 'metadata.csv', folder: 'trip', batch },
    })
    await api('POST', `uploads/batches/${batch}/close`)
    const lines = await ended(film, still, sheet, beside)
    expect(lines.map(({ state, reason }) => [state, reason])).toEqual(lines.map(() => ['ready', null]))
    const [{ clip, poster, ratio }, { clip: second }] = lines as [UploadLine, UploadLine]
    expect(await sourceOf(clip)).toMatchObject({
      ...{ state: 'draft', title: 'Nachi Falls', category: 'sea', file_name: 'fall.mp4' },
      content_hash: sha256Of(films[0]!),
    })
    expect(await sourceOf(second)).toMatchObject({ title: 'A quiet gate', state: 'draft' })
    expect([ratio, poster]).toEqual([1, (await stored(clip)).media.thumbnail_url])
    expect((await fetch(shop().server.at(poster))).status).toBe(200)
    expect((await stored(clip)).whole).toBe(true)
    const key = originalKey(sha256Of(films[0]!))
    expect((await deps().storage.stat(key))?.size).toBe(films[0]!.length)
    expect((await fetch(shop().server.at(`/media/${key}`))).status).toBe(404)
    expect(await deps().uploads.files.received(film)).toBeUndefined()
    expect((await readdir(deps().uploads.work)).filter((name) => name.startsWith('upload-'))).toEqual([])
    expect((await fetch(shop().server.at(`/m/${clip}`))).status).toBe(404)
  }, 60_000)

  test('the same bytes once more are the clip that there is', async () => {
    const [{ id: clip }] = (await deps().db.selectFrom('library').select('id').orderBy('id').execute()) as [
      { id: number },
    ]
    const [line] = await ended(await tus.send(films[0]!, { filename: 'again.mp4' }))
    expect(line).toMatchObject({ state: 'ready', clip, reason: { code: 'known' } })
  }, 60_000)

  test('a broken file is refused with the reason, and takes no space', async () => {
    const broken = await tus.send(Buffer.from('no film at all, but words'), { filename: 'a.mp4' })
    const named = await tus.send(photo, { filename: 'photo.mp4' })
    const sheet = await tus.send(Buffer.from('file,license_type\na.mp4,free\n'), { filename: 'metadata.csv' })
    const lines = await ended(broken, named, sheet)
    expect(lines.map(({ state, reason }) => [state, reason?.code])).toEqual([
      ['refused', 'kind'],
      ['refused', 'name'],
      ['ready', 'sheet'],
    ])
    expect(lines[2]!.sheet).toMatchObject({ problems: [{ code: 'notLicenceType', row: 2 }] })
    expect(await deps().uploads.files.received(broken)).toBeUndefined()
  }, 60_000)

  test('a clip gets another file and keeps its id, likes and texts, and is rendered again from its original', async () => {
    const [{ clip }] = (await ended(await tus.send(films[1]!, { filename: 'old.mp4' }))) as [UploadLine]
    const [before, old] = [await sourceOf(clip), await stored(clip)]
    await deps()
      .db.insertInto('likes')
      .values({ user_id: 1, source_id: clip!, created: before!.created })
      .execute()
    const replacing = await tus.send(films[2]!, { filename: 'new.mp4', replaces: String(clip) })
    const [line] = await ended(replacing)
    expect(line).toMatchObject({ state: 'ready', clip, reason: null })
    const after = await sourceOf(clip)
    expect(after).toMatchObject({
      ...{ title: before!.title, state: 'draft', file_name: 'new.mp4', version: before!.version + 1 },
      content_hash: sha256Of(films[2]!),
    })
    expect((await stored(clip)).whole).toBe(true)
    await removeQueuedFiles(deps())
    expect(await deps().storage.stat(old.media.cloudpath)).toBeUndefined()
    expect(await deps().storage.stat(old.media.thumbnail_url.slice(7))).toBeUndefined()
    expect(await deps().storage.stat(originalKey(sha256Of(films[1]!)))).toBeUndefined()
    expect(await deps().db.selectFrom('likes').select('source_id').execute()).toEqual([{ source_id: clip }])

    const again: UploadLine = await api('POST', `clips/${clip}/render`)
    expect((await api('POST', `clips/${clip}/render`)).id).toBe(again.id)
    expect((await ended(again.id))[0]).toMatchObject({ state: 'ready', clip })
    expect((await stored(clip)).whole).toBe(true)
    await deps().storage.delete(originalKey(sha256Of(films[2]!)))
    expect(await api('POST', `clips/${clip}/render`)).toMatchObject({ status: 'ORIGINAL_GONE' })
  }, 90_000)

  test('another clip’s file replaces nothing', async () => {
    const clips = await deps().db.selectFrom('library').select('id').orderBy('id').execute()
    const replacing = await tus.send(films[0]!, { filename: 'a.mp4', replaces: String(clips.at(-1)!.id) })
    expect((await ended(replacing))[0]).toMatchObject({ state: 'refused', reason: { code: 'known' } })
  }, 60_000)

  test('a failure can be tried again, and a run that is cancelled stops within seconds', async () => {
    const { storage } = deps()
    const film = await tus.send(await aLongFilm(), { filename: 'long.mp4' })
    const put = vi.spyOn(storage, 'put').mockRejectedValue(new Error('the store is on fire'))
    const [failed] = await ended(film)
    // Without the library's own text.
    expect(failed).toMatchObject({ state: 'failed', retry: true, reason: { code: 'unexpected', text: '' } })
    put.mockRestore()
    await rm(deps().uploads.work, { recursive: true, force: true })
    expect(await api('POST', `uploads/${film}/retry`)).toMatchObject({ state: 'waiting', reason: null })
    const worker = runJobs(deps(), [ingestJob], { pollMs: 20 })
    // The poster comes first; films take seconds after it.
    await vi.waitFor(async () => expect((await lineOf(film)).poster).toMatch(/^\/media\/poster\//), {
      timeout: 30_000,
      interval: 20,
    })
    expect(await api('POST', `uploads/${film}/cancel`)).toMatchObject({ state: 'cancelled', retry: true })
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), { timeout: 12_000 })
    await worker.stop()
    expect(await lineOf(film)).toMatchObject({ state: 'cancelled', clip: null })
    expect(await sourceOfFile('long.mp4')).toBeUndefined()
    await api('DELETE', `uploads/${film}`)
    expect(await lineOf(film)).toBeUndefined()
    expect(await deps().uploads.files.received(film)).toBeUndefined()
  }, 90_000)

  const jobs = () => deps().db.selectFrom('jobs').select('id').where('kind', '=', 'ingest').execute()
  const sourceOfFile = (name: string) =>
    deps().db.selectFrom('library').select('id').where('file_name', '=', name).executeTakeFirst()

  test('leftovers of browsers and workers are cleaned up in time', async () => {
    const old = { updated: '2020-01-01T00:00:00.000Z' }
    const set = (id: string, values: object) =>
      deps().db.updateTable('uploads').set(values).where('id', '=', id).execute()
    const unfinished = await tus.create(1000, { filename: 'a.mp4' })
    await tus.patch(unfinished, 0, Buffer.alloc(10))
    const silent = await tus.send(Buffer.alloc(9), { filename: 'b.mp4', batch: 'silent-batch' })
    const young = await tus.create(1000, { filename: 'c.mp4' })
    await set(unfinished, old)
    await set(silent, old)
    await cleanUploads.run(deps(), { state: undefined, signal: new AbortController().signal })
    expect(await lineOf(unfinished)).toMatchObject({
      state: 'cancelled',
      reason: { code: 'expired' },
      retry: false,
    })
    expect(await deps().uploads.files.received(unfinished)).toBeUndefined()
    expect(await lineOf(young)).toMatchObject({ state: 'sending' })
    expect((await ended(silent))[0]).toMatchObject({ state: 'refused' })
  }, 60_000)
})
