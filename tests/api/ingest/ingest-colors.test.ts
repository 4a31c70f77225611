import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IngestSummary, ingestFolder } from '#server/ingest/ingest-folder.ts'
import { decodeStill, lookAtStill } from '#server/ingest/still/decode-still.ts'
import { findTools } from '#server/ingest/tools.ts'
import {
  aLibrary,
  bytesOf,
  ffmpeg,
  type Library,
  makeVideo,
  mediaOf,
  streamOf,
} from '../../support/footage.ts'

let library: Library
let summary: IngestSummary

beforeAll(async () => {
  library = await aLibrary()
  const folder = join(library.root, 'footage')
  await mkdir(folder)
  const at = (name: string) => join(folder, name)
  await Promise.all([makeVideos(at), makeHdr(at), makeTransparent(at), makeWide(at)])
  summary = await ingestFolder(library.deps, { folder, dataDir: library.config.dataDir })
}, 120_000)
afterAll(() => library.close())

type At = (name: string) => string

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast']
const SECONDS = 0.2

/** Red by the matrix that the size suggests, since neither says which. */
async function makeVideos(at: At): Promise<void> {
  const red = (size: string, matrix: string, said = 'unknown') => ({
    size,
    seconds: SECONDS,
    filter: `drawbox=color=red:thickness=fill,scale=out_color_matrix=${matrix},format=yuv420p,setparams=colorspace=${said}`,
    output: H264,
  })
  await makeVideo(at('small.mp4'), red('192x108', 'bt601'))
  // Films of many cameras (MJPEG), and of Europe's former television.
  await makeVideo(at('camera.mp4'), red('192x108', 'bt601', 'bt470bg'))
  await makeVideo(at('large.mp4'), red('1280x720', 'bt709'))
  await makeVideo(at('large.mkv'), red('1920x1088', 'bt709'))
}

/** Grey of 203 nits (58 % of the PQ signal), in Rec. 2020. */
async function makeHdr(at: At): Promise<void> {
  const tags = '-colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084 -color_range tv'.split(' ')
  const source = ['-f', 'lavfi', '-i', `color=0x949494:s=128x96:r=24:d=${SECONDS}`]
  const deep = ['-vf', 'scale=out_color_matrix=bt2020,format=yuv420p10le', ...tags]
  await ffmpeg([...source, ...deep, ...H264, at('hdr.mkv')])
  await ffmpeg([...source, ...deep, '-frames:v', '1', '-c:v', 'libaom-av1', '-cpu-used', '8', at('hdr.avif')])
}

/** Half-transparent black: grey on white. */
async function makeTransparent(at: At): Promise<void> {
  const create = {
    width: 128,
    height: 96,
    channels: 4 as const,
    background: { r: 0, g: 0, b: 0, alpha: 0.5 },
  }
  const png = at('clear.png')
  await sharp({ create }).png().toFile(png)
  await sharp({ create }).tiff({ compression: 'deflate' }).toFile(at('clear.tiff'))
  const film = ['-loop', '1', '-i', png, '-t', String(SECONDS), '-r', '24']
  await ffmpeg([...film, '-c:v', 'qtrle', '-pix_fmt', 'argb', at('clear.mov')])
  const prores = '-c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le'.split(' ')
  await ffmpeg([...film, ...prores, at('clear-prores.mov')])
  await ffmpeg([...film, '-c:v', 'libvpx-vp9', '-pix_fmt', 'yuva420p', at('clear.webm')])
}

/** Display P3 by codes. */
async function makeWide(at: At): Promise<void> {
  const tags = ['-colorspace', 'bt709', '-color_primaries', 'smpte432', '-color_trc', 'iec61966-2-1']
  const still = ['-vf', 'scale=out_color_matrix=bt709,format=yuv420p', ...tags, '-frames:v', '1']
  const source = ['-f', 'lavfi', '-i', `color=0xa04030:s=128x96:r=24:d=1`]
  await ffmpeg([...source, ...still, '-c:v', 'libaom-av1', '-cpu-used', '8', at('wide.avif')])
}

/** Adds a `colr` property to the only image of the fixture. */
function withColors(heic: Buffer, colors: Buffer): Buffer {
  const box = Buffer.concat([Buffer.alloc(4), Buffer.from('colr'), colors])
  box.writeUInt32BE(box.length)
  const head = Buffer.from(heic)
  const grow = (type: string, by: number) => {
    const start = head.indexOf(type) - 4
    head.writeUInt32BE(head.readUInt32BE(start) + by, start)
  }
  for (const type of ['meta', 'iprp']) grow(type, box.length + 1)
  grow('ipco', box.length)
  grow('ipma', 1)
  const offset = head.indexOf('iloc') + 4 + 4 + 2 + 2 + 2 + 2 + 2
  head.writeUInt32BE(head.readUInt32BE(offset) + box.length + 1, offset)
  const ipma = head.indexOf('ipma')
  const count = ipma + 4 + 4 + 4 + 2
  const associations = head.readUInt8(count)
  head.writeUInt8(associations + 1, count)
  const end = count + 1 + associations
  return Buffer.concat([
    head.subarray(0, ipma - 4),
    box,
    head.subarray(ipma - 4, end),
    Buffer.from([associations + 1]),
    head.subarray(end),
  ])
}

const clip = (file: string) => mediaOf(library, summary, file)

/** Mean of a picture's pixels. */
async function meanOf(image: Buffer): Promise<number[]> {
  const { channels } = await sharp(image).stats()
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean))
}

const posterOf = async (file: string) => meanOf(await bytesOf(library, (await clip(file)).thumbnail_url))

/** The first frame of a film, with its tags applied. */
async function filmOf(file: string, film: 'cloudpath' | 'watermarked_url' | 'preview_url') {
  const path = join(library.root, `${file}-${film}`)
  const bytes = await bytesOf(library, (await clip(file))[film])
  await writeFile(`${path}.mp4`, bytes)
  await ffmpeg(['-i', `${path}.mp4`, '-frames:v', '1', '-vf', 'scale=flags=accurate_rnd', `${path}.png`])
  return { mean: await meanOf(await readFile(`${path}.png`)), tags: await streamOf(bytes, library.root) }
}

function expectNear(found: number[], wanted: number[], most = 5): void {
  expect(Math.max(...found.map((value, i) => Math.abs(value - (wanted[i] ?? 0))))).toBeLessThanOrEqual(most)
}

test.each(['small.mp4', 'camera.mp4', 'large.mp4', 'large.mkv'])(
  'the red of %s, is red in every rendition',
  async (file) => {
    for (const film of ['cloudpath', 'preview_url'] as const) {
      const { mean, tags } = await filmOf(file, film)
      expectNear(mean, [254, 0, 0])
      expect(tags).toMatchObject({ color_space: 'bt709', color_primaries: 'bt709', color_transfer: 'bt709' })
    }
    expectNear(await posterOf(file), [254, 0, 0])
  },
)

test('a still in HDR is as bright as a film in HDR', async () => {
  const { toneMap } = await findTools()
  expect(toneMap).toBe(true)
  const film = await posterOf('hdr.mkv')
  expectNear(await posterOf('hdr.avif'), film)
  // Without tone mapping it stays at the signal's 0x94.
  expect(Math.abs((film[0] ?? 0) - 0x94)).toBeGreaterThan(20)
})

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const encoded = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)
/** Linear Display P3 to linear sRGB. */
const MATRIX = [
  [1.2249, -0.2247, 0],
  [-0.042, 1.0419, 0],
  [-0.0197, -0.0786, 1.0979],
]

/** IEC 61966-2-1, and the primaries of SMPTE EG 432-1 with its white moved to D65. */
function fromP3(pixel: number[]): number[] {
  const light = pixel.map((value) => linear(value / 255))
  const mixed = MATRIX.map((row) => row.reduce((sum, weight, i) => sum + weight * (light[i] ?? 0), 0))
  return mixed.map((value) => Math.round(255 * encoded(Math.min(1, Math.max(0, value)))))
}

test('Display P3 given by codes is honoured', async () => {
  expectNear(await posterOf('wide.avif'), fromP3([0xa0, 0x40, 0x30]))
})

test('Display P3 of a HEIC image is honoured, by profile or codes', async () => {
  const heic = await readFile(new URL('../../fixtures/photo.heic', import.meta.url))
  const swatch = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  const { icc } = await sharp(await swatch.withIccProfile('p3').png().toBuffer()).metadata()
  const coded = join(library.root, 'coded.heic')
  await writeFile(coded, withColors(heic, Buffer.from('nclx\0\x0c\0\x0d\0\x06\x80', 'latin1')))
  const { colors } = await lookAtStill({ path: coded, format: 'heic' })
  expect(colors).toEqual({ primaries: 'smpte432', transfer: 'iec61966-2-1' })
  const plain = await pixelsOf(heic)
  const wide = await pixelsOf(withColors(heic, Buffer.concat([Buffer.from('prof'), icc ?? Buffer.alloc(0)])))
  const wanted = Array.from({ length: plain.length / 3 }, (_, i) =>
    fromP3([...plain.subarray(i * 3, i * 3 + 3)]),
  )
  expect(meanDifference(wide, wanted.flat())).toBeLessThan(meanDifference(wide, plain) / 3)
})

async function pixelsOf(heic: Buffer): Promise<Buffer> {
  const path = join(library.root, 'one.heic')
  await writeFile(path, heic)
  const to = `${path}.rgb`
  await decodeStill({ path, format: 'heic' }, { size: { width: 128, height: 192 }, deep: false, to })
  return readFile(to)
}

const meanDifference = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length

test.each(['clear.png', 'clear.tiff', 'clear.mov', 'clear-prores.mov', 'clear.webm'])(
  'what is transparent lies on white (%s)',
  async (file) => {
    expectNear(await posterOf(file), [127, 127, 127])
    expectNear((await filmOf(file, 'cloudpath')).mean, [127, 127, 127])
  },
)
