import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IngestSummary, ingestFolder } from '#server/ingest/ingest-folder.ts'
import {
  aLibrary,
  aPhoto,
  bytesOf,
  ffmpeg,
  type Library,
  makeVideo,
  mediaOf,
  storedFiles,
  streamOf,
} from '../../support/footage.ts'

const PLACE = '+35.0116+135.7681'
/** User data as drones and phones write it: a UUID and text, before each keyframe. */
const SEI = `sei_user_data=086f3693-b7b3-4f2c-9653-21492feee5b8+${PLACE}`
const NOTES = ['title', 'comment', 'location', 'artist', 'creation_time'].flatMap((key) => [
  '-metadata',
  `${key}=${key === 'creation_time' ? '2001-02-03T04:05:06Z' : PLACE}`,
])
const STREAM_NOTES =
  `-metadata:s:v handler_name=${PLACE} -metadata:s:v language=jpn -timecode 01:02:03:04`.split(' ')

let library: Library
let summary: IngestSummary

beforeAll(async () => {
  library = await aLibrary()
  const folder = join(library.root, 'footage')
  await mkdir(folder)
  const at = (name: string) => join(folder, name)
  await makeVideo(at('plain.mp4'), { seconds: 0.5 })
  const tagged = [...NOTES, ...STREAM_NOTES, '-movflags', 'use_metadata_tags']
  const marked = ['-bsf:v', `h264_metadata=${SEI}`, ...tagged]
  await ffmpeg(['-i', at('plain.mp4'), '-c', 'copy', ...marked, at('copied.mp4')])
  const encoded = '-c:v libx264 -vf scale=160:-2 -pix_fmt yuv422p'.split(' ')
  await ffmpeg(['-i', at('plain.mp4'), ...encoded, ...marked, at('encoded.mov')])
  const sounding = '-f lavfi -i sine=d=0.5 -map 0 -map 1 -c:v copy'.split(' ')
  await ffmpeg(['-i', at('plain.mp4'), ...sounding, ...marked, at('sounding.mkv')])
  const exif = { IFD0: { Copyright: PLACE, ImageDescription: PLACE }, IFD3: { GPSLatitudeRef: 'N' } }
  await aPhoto(160, 120)
    .withExif(exif)
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${PLACE}</x:xmpmeta>`)
    .jpeg()
    .toFile(at('photo.jpg'))
  expect((await readFile(at('copied.mp4'))).includes(PLACE)).toBe(true)
  summary = await ingestFolder(library.deps, { folder, dataDir: library.config.dataDir })
}, 120_000)
afterAll(() => library.close())

test('no rendition carries any metadata of the input', async () => {
  expect(summary.outcomes.filter(({ result }) => result !== 'made')).toEqual([])
  const keys = Object.keys(await storedFiles(join(library.config.dataDir, 'media')))
  expect(keys.length).toBeGreaterThan(20)
  for (const key of keys) {
    const bytes = await bytesOf(library, key)
    expect({ key, told: bytes.includes(PLACE) }).toEqual({ key, told: false })
    if (key.endsWith('.mp4')) expect(await notesOf(bytes)).toEqual({})
    else expect(await sharp(bytes).metadata()).not.toMatchObject({ exif: expect.anything() })
  }
}, 60_000)

/** The tags of a film's only stream, without those that every film has. */
async function notesOf(bytes: Buffer): Promise<object> {
  const { tags, streams } = await streamOf(bytes, library.root)
  expect(streams).toBe(1)
  const usual = {
    language: 'und',
    handler_name: 'VideoHandler',
    vendor_id: '[0][0][0][0]',
    encoder: expect.any(String),
  }
  const unusual = Object.entries(tags ?? {}).filter(([name]) => !(name in usual))
  expect(usual).toMatchObject(
    Object.fromEntries(Object.entries(tags ?? {}).filter(([name]) => name in usual && name !== 'encoder')),
  )
  return Object.fromEntries(unusual)
}

test('a copied film keeps only slices and parameter sets', async () => {
  const { cloudpath } = await mediaOf(library, summary, 'copied.mp4')
  const film = join(library.root, 'film.h264')
  await writeFile(`${film}.mp4`, await bytesOf(library, cloudpath))
  await ffmpeg(['-i', `${film}.mp4`, '-c', 'copy', '-bsf:v', 'h264_mp4toannexb', film])
  expect(new Set(unitTypes(await readFile(film)))).toEqual(new Set([1, 5, 7, 8]))
})

/** NAL unit types behind the start codes of Annex B. */
function unitTypes(stream: Buffer): number[] {
  const types: number[] = []
  for (let at = stream.indexOf('\0\0\x01'); at >= 0; at = stream.indexOf('\0\0\x01', at + 3))
    types.push((stream[at + 3] ?? 0) & 31)
  return types
}
