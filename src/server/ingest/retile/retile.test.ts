import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import { STRIP_FRAMES, STRIP_WIDTH } from '#domain/studio/uploads/film-frames.ts'
import { ingestFolder } from '#server/ingest/ingest-folder.ts'
import { sweep } from '#server/ingest/sweep.ts'
import { editClip } from '#server/library/clip/edit-clip.ts'
import { studioClip } from '#server/library/clip/studio-clip.ts'
import { aLibrary, bytesOf, ffmpeg, type Library, storedFiles } from '../../../../tests/support/footage.ts'
import { removeQueuedFiles } from '../../../../tests/support/storage/remove-queued-files.ts'
import { clipTileJob } from './clip-tile-job.ts'
import { filmStrip } from './film-strip.ts'

/** Three seconds each of red and blue. */
const HALVES = 'color=c=red:s=192x108:r=24:d=3[a];color=c=blue:s=192x108:r=24:d=3[b];[a][b]concat=n=2:v=1'
const EDITOR = { id: 1 }

let library: Library
let id: number
beforeAll(async () => {
  library = await aLibrary()
  const folder = join(library.root, 'footage')
  await mkdir(folder)
  await ffmpeg([
    '-f',
    'lavfi',
    '-i',
    HALVES,
    '-pix_fmt',
    'yuv420p',
    '-c:v',
    'libx264',
    join(folder, 'halves.mp4'),
  ])
  const { deps, config } = library
  await ingestFolder(deps, { folder, dataDir: config.dataDir })
  id = (await deps.db.selectFrom('library').select('id').executeTakeFirstOrThrow()).id
}, 60_000)
afterAll(() => library.close())

/** Mean colour of a picture. */
async function colorOf(picture: Buffer, part?: { left: number; width: number; height: number }) {
  const image = part ? sharp(picture).extract({ top: 0, ...part }) : sharp(picture)
  const { channels } = await sharp(await image.png().toBuffer()).stats()
  const [red, , blue] = channels.map(({ mean }) => mean)
  return red! > blue! ? 'red' : 'blue'
}

async function runTileJobs(): Promise<void> {
  const jobs = library.deps.db.selectFrom('jobs').select(['id', 'payload']).where('kind', '=', 'clip-tile')
  for (const job of await jobs.execute()) {
    const signal = new AbortController().signal
    await clipTileJob.run(library.deps, JSON.parse(job.payload), { id: job.id, attempts: 1, signal })
    await library.deps.db.deleteFrom('jobs').where('id', '=', job.id).execute()
  }
  await removeQueuedFiles(library.deps)
}

test('the strip shows the film from beginning to end', async () => {
  const strip = await filmStrip(library.deps, id)
  const { width, height } = await sharp(strip).metadata()
  expect([width, height]).toEqual([STRIP_FRAMES * STRIP_WIDTH, 90])
  const frame = (index: number) => ({ left: index * STRIP_WIDTH, width: STRIP_WIDTH, height: 90 })
  expect(await colorOf(strip, frame(0))).toBe('red')
  expect(await colorOf(strip, frame(11))).toBe('blue')
})

test('a poster and preview of another second replace the old files', async () => {
  const { deps, config } = library
  const before = await studioClip(deps, id)
  expect(await colorOf(await bytesOf(library, before.media.thumbnail_url))).toBe('red')
  const edited = await editClip(deps, EDITOR, id, { version: before.version, poster_at: 5, preview_at: 3.5 })
  expect(edited.rendering).toBe(true)
  await runTileJobs()
  const after = await studioClip(deps, id)
  expect(after).toMatchObject({
    rendering: false,
    version: edited.version + 1,
    poster_at: 5,
    preview_at: 3.5,
  })
  expect(after.media.poster_base).not.toBe(before.media.poster_base)
  expect(await colorOf(await bytesOf(library, after.media.thumbnail_url))).toBe('blue')
  const files = Object.keys(await storedFiles(join(config.dataDir, 'media')))
  const shown = [after.media.poster_base, after.media.preview_url].map((url) => url.replace('/media/', ''))
  for (const key of shown) expect(files.some((file) => file.startsWith(key))).toBe(true)
  const old = before.media.poster_base.replace('/media/poster/', '')
  expect(files.filter((file) => file.includes(old))).toEqual([
    before.media.watermarked_url.replace('/media/', ''),
  ])
})

test('a sweep days later keeps all files of a clip with a chosen poster', async () => {
  const { deps, config } = library
  const before = await storedFiles(join(config.dataDir, 'media'))
  const now = () => new Date(Date.now() + 3 * DAY_MS)
  await rm(join(config.dataDir, 'work', '.last-sweep'), { force: true })
  await sweep({ ...deps, now }, { work: join(config.dataDir, 'work') })
  expect(await storedFiles(join(config.dataDir, 'media'))).toEqual(before)
})

test('a poster at the end is the last frame, and without a choice the renderer’s', async () => {
  const { deps } = library
  for (const [poster_at, color] of [
    [6, 'blue'],
    [null, 'red'],
  ] as const) {
    const { version } = await studioClip(deps, id)
    await editClip(deps, EDITOR, id, { version, poster_at, preview_at: null })
    await runTileJobs()
    const { media } = await studioClip(deps, id)
    expect(await colorOf(await bytesOf(library, media.thumbnail_url)), String(poster_at)).toBe(color)
  }
})
