import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loopOf } from '#domain/look/seam.ts'
import { type IngestSummary, ingestFolder } from '#server/ingest/ingest-folder.ts'
import { findTools } from '#server/ingest/tools.ts'
import {
  aLibrary,
  aPhoto,
  bytesOf,
  ffmpeg,
  type Library,
  makeVideo,
  mediaOf,
  streamOf,
} from '../../support/footage.ts'
import { IN_LONG_TEST } from '../../support/runs.ts'

let library: Library
let summary: IngestSummary

beforeAll(async () => {
  library = await aLibrary()
  const folder = join(library.root, 'footage')
  await mkdir(folder)
  await Promise.all([makeVideos(folder), makeStills(folder)])
  summary = await ingestFolder(library.deps, { folder, dataDir: library.config.dataDir })
}, 120_000)
afterAll(() => library.close())

async function makeVideos(folder: string): Promise<void> {
  const at = (name: string) => join(folder, name)
  await makeVideo(at('plain.mp4'))
  await makeVideo(at('upright.mp4'), { size: '200x120' })
  await ffmpeg(['-i', at('upright.mp4'), '-c', 'copy', at('rotated.mov')])
  await turn(at('rotated.mov'))
  await makeVideo(at('odd.webm'), {
    size: '179x101',
    output: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'],
  })
  const dvd = '-c:v libx264 -preset ultrafast -aspect 16:9 -colorspace bt470bg'.split(' ')
  await makeVideo(at('oblong.mp4'), { size: '180x144', output: dvd })
  if (!IN_LONG_TEST) return
  await ffmpeg([
    ...['-f', 'lavfi', '-i', 'testsrc2=s=192x108:r=25:d=1', '-f', 'lavfi', '-i', 'sine=d=1'],
    ...['-pix_fmt', 'yuv420p10le', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', at('deep.mkv')],
  ])
  // Drops no whole frames: ffmpeg 5.1 rounds times to them.
  const uneven = "setpts='(N+floor(N/3))/24/TB',format=yuv420p"
  await makeVideo(at('uneven.mp4'), {
    filter: uneven,
    output: ['-c:v', 'libx264', '-preset', 'ultrafast', '-fps_mode', 'vfr'],
  })
}

/**
 * Sets the display matrix in the track header (ISO 14496-12 §8.3.2) to a quarter turn; ffmpeg has an option since
 * 6.0.
 */
async function turn(path: string): Promise<void> {
  const bytes = await readFile(path)
  const matrix = bytes.indexOf('tkhd') + 44
  for (const [i, value] of [0, 0x10000, 0, -0x10000, 0].entries()) bytes.writeInt32BE(value, matrix + i * 4)
  await writeFile(path, bytes)
}

async function makeStills(folder: string): Promise<void> {
  const at = (name: string) => join(folder, name)
  await aPhoto(320, 200).jpeg().withMetadata({ orientation: 6 }).toFile(at('turned.jpg'))
  await aPhoto(300, 200).png().toFile(at('photo.png'))
  if (IN_LONG_TEST) await aPhoto(240, 240).webp().toFile(at('square.webp'))
  await aPhoto(500, 180).avif({ effort: 0 }).toFile(at('wide.avif'))
  await copyFile(new URL('../../fixtures/photo.heic', import.meta.url), at('phone.heic'))
}

/** The photograph that visitors see beside the film of a file. */
async function stillOf(file: string): Promise<string> {
  const { source_id } = await mediaOf(library, summary, file)
  const clip = library.deps.db.selectFrom('library').select('source_url_image').where('id', '=', source_id)
  return (await clip.executeTakeFirstOrThrow()).source_url_image
}

/** The media row of a file and its full film. */
async function clip(file: string) {
  const media = await mediaOf(library, summary, file)
  return { media, film: await streamOf(await bytesOf(library, media.cloudpath), library.root) }
}

test('every kind of footage is ingested', () => {
  expect(summary.outcomes.filter(({ result }) => result !== 'made')).toEqual([])
  expect(summary.outcomes).toHaveLength(IN_LONG_TEST ? 12 : 9)
})

test.each([
  ...'plain.mp4 rotated.mov odd.webm oblong.mp4 photo.png phone.heic'.split(' '),
  ...(IN_LONG_TEST ? ['deep.mkv', 'uneven.mp4'] : []),
])('the film of %s is silent 8-bit BT.709 H.264 at a constant rate with even square pixels', async (file) => {
  const { film, media } = await clip(file)
  expect(film).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p', color_space: 'bt709', streams: 1 })
  expect(film).toMatchObject({ color_range: 'tv', color_transfer: 'bt709', color_primaries: 'bt709' })
  expect(film.r_frame_rate).toBe(film.avg_frame_rate)
  expect(['1:1', undefined]).toContain(film.sample_aspect_ratio)
  expect([Number(film.width) % 2, Number(film.height) % 2]).toEqual([0, 0])
  expect(Number(film.nb_read_frames)).toBeGreaterThan(20)
  expect([media.width, media.height]).toEqual([film.width, film.height])
})

test('a compliant master is not encoded again', async () => {
  const master = await picturesOf(join(library.root, 'footage', 'plain.mp4'))
  const film = join(library.root, 'film.mp4')
  await writeFile(film, await bytesOf(library, (await clip('plain.mp4')).media.cloudpath))
  expect(await picturesOf(film)).toBe(master)
})

/** MD5 of the decoded frames. */
async function picturesOf(path: string): Promise<string> {
  await ffmpeg(['-i', path, '-map', '0:v', '-f', 'md5', `${path}.md5`])
  return readFile(`${path}.md5`, 'utf8')
}

test('a portrait video stays portrait', async () => {
  expect((await clip('rotated.mov')).media).toMatchObject({ width: 120, height: 200 })
})

test('odd sides become even and oblong pixels square', async () => {
  expect((await clip('odd.webm')).media).toMatchObject({ width: 178, height: 100 })
  expect((await clip('oblong.mp4')).media).toMatchObject({ width: 256, height: 144 })
})

test('a camera’s orientation tag is applied', async () => {
  const { media } = await clip('turned.jpg')
  expect(media.width).toBeLessThan(media.height)
  const { width, height, data } = await poster(media.poster_base, 'jpg', JSON.parse(media.poster_widths))
  expect(redAt(data, width, Math.floor(width / 2), 2)).toBe(true)
  expect(redAt(data, width, Math.floor(width / 2), height - 3)).toBe(false)
})

async function poster(base: string, form: string, widths: number[]) {
  const bytes = await bytesOf(library, `${base}/${widths.at(-1)}.${form}`)
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const redAt = (data: Buffer, width: number, x: number, y: number) =>
  (data[(y * width + x) * 3] ?? 0) > (data[(y * width + x) * 3 + 2] ?? 0)

const STILLS = [
  'photo.png',
  'wide.avif',
  'phone.heic',
  'turned.jpg',
  ...(IN_LONG_TEST ? ['square.webp'] : []),
]

test('a still becomes a loop of 8 seconds whose ends meet', async () => {
  for (const file of STILLS) {
    const { media, film } = await clip(file)
    expect(media.duration).toBe(8)
    expect(film.nb_read_frames).toBe('240')
    expect(media.loop_difference).toBeLessThan(0.01)
    expect(loopOf(media.seam)).toBe('seamless')
    const still = await sharp(await bytesOf(library, await stillOf(file))).metadata()
    expect(still.format).toBe('webp')
    expect(still.width > still.height, file).toBe(media.width > media.height)
  }
})

test('a film was made from no photograph that we know', async () => {
  expect(await stillOf('plain.mp4')).toBe('')
})

test('a video that does not loop gets a high loop difference, and its cut shows', async () => {
  expect(loopOf((await clip('plain.mp4')).media.seam)).not.toBe('seamless')
  expect((await clip('plain.mp4')).media.loop_difference).toBeGreaterThan(0.02)
})

test('posters come in three formats and are never enlarged', async () => {
  const { media } = await clip('wide.avif')
  for (const width of JSON.parse(media.poster_widths) as number[]) {
    for (const [form, format] of Object.entries({ avif: 'heif', webp: 'webp', jpg: 'jpeg' })) {
      const found = await sharp(await bytesOf(library, `${media.poster_base}/${width}.${form}`)).metadata()
      expect(found).toMatchObject({ format, width })
    }
    expect(width).toBeLessThanOrEqual(media.width)
  }
  expect(media.dominant_color).toMatch(/^#[0-9a-f]{6}$/)
  expect(Buffer.from(media.thumbhash, 'base64').length).toBeGreaterThan(10)
})

test('the hover preview is a short silent film, in AV1 too where ffmpeg can', async () => {
  const { media } = await clip('photo.png')
  const preview = await streamOf(await bytesOf(library, media.preview_url), library.root)
  expect(preview).toMatchObject({ codec_name: 'h264', streams: 1, nb_read_frames: '90' })
  const { av1 } = await findTools()
  expect(media.preview_av1_url !== '').toBe(av1 !== undefined)
  if (!av1) return
  const modern = await streamOf(await bytesOf(library, media.preview_av1_url), library.root)
  expect(modern).toMatchObject({ codec_name: 'av1', streams: 1 })
})

test('the public film has the watermark, the full film does not', async () => {
  const { media } = await clip('photo.png')
  const frames = await Promise.all([media.watermarked_url, media.cloudpath].map((key) => contrastOf(key)))
  const [marked = 0, bare = 0] = frames
  expect(marked).toBeGreaterThan(bare * 1.05)
})

/** Contrast of the left third of the first frame, which is flat in the photograph. */
async function contrastOf(key: string): Promise<number> {
  const path = join(library.root, `frame-${key.length}`)
  await writeFile(`${path}.mp4`, await bytesOf(library, key))
  await ffmpeg(['-i', `${path}.mp4`, '-frames:v', '1', `${path}.png`])
  const { width = 0, height = 0 } = await sharp(`${path}.png`).metadata()
  const third = { left: 0, top: 0, width: Math.floor(width / 3), height }
  const { channels } = await sharp(await sharp(`${path}.png`).extract(third).toBuffer()).stats()
  return channels[1]?.stdev ?? 0
}

test('public names do not reveal the full film’s', async () => {
  const { media } = await clip('plain.mp4')
  const shown = media.poster_base.split('/').at(-1) ?? ''
  expect(shown).toMatch(/^[0-9a-f]{32}$/)
  expect(media.cloudpath).toMatch(/^full\/[0-9a-f]{32}\.mp4$/)
  expect(media.cloudpath).not.toContain(shown)
  expect(media.file_url).toBe(`/api/medias/${media.source_id}/video`)
})
