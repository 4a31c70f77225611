import { mkdir, open, readdir, readFile, rename, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IngestSummary, ingestFolder } from '#server/ingest/ingest-folder.ts'
import { aLibrary, aPhoto, ffmpeg, type Library, makeVideo, storedFiles } from '../../support/footage.ts'
import { runCli } from '../../support/run-cli.ts'

const ODD_NAME = 'a..\n"quoted" \'name\' %d.mp4'

let library: Library
let folder: string
let summary: IngestSummary
let asked = 0
let server: ReturnType<typeof createServer>

beforeAll(async () => {
  server = createServer((_request, response) => {
    asked++
    response.end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  library = await aLibrary()
  folder = join(library.root, 'footage')
  await mkdir(folder)
  await makeBadFiles(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  summary = await ingestFolder(library.deps, { folder, dataDir: library.config.dataDir })
}, 120_000)
afterAll(async () => {
  await library.close()
  server.close()
})

async function makeBadFiles(address: string): Promise<void> {
  const at = (name: string) => join(folder, name)
  await writeFile(at('text.mp4'), 'This is a letter, not a film.\n'.repeat(40))
  await writeFile(at('empty.mp4'), '')
  await writeFile(at('list.m3u8'), `#EXTM3U\n#EXTINF:5,\nfile:///etc/passwd\n`)
  await writeFile(at('list-passwd.mp4'), '#EXTM3U\n#EXTINF:5,\n/etc/passwd\n#EXT-X-ENDLIST\n')
  await writeFile(at('list-http.mov'), `#EXTM3U\n#EXTINF:5,\n${address}/x.ts\n#EXT-X-ENDLIST\n`)
  await writeFile(at('concat.mkv'), `ffconcat version 1.0\nfile /etc/passwd\nfile ${address}/y\n`)
  await writeFile(at('dash.mp4'), `<?xml version="1.0"?><MPD><BaseURL>${address}/</BaseURL></MPD>`)
  await makeVideo(at('three-hours.mp4'), { size: '64x64', rate: 0.1, seconds: 10_800 })
  await ffmpeg(['-i', at('three-hours.mp4'), '-c', 'copy', at('three-hours-unsaid.mkv')])
  await forgetDuration(at('three-hours-unsaid.mkv'))
  await makeVideo(at(ODD_NAME))
  await makeVideo(at('film.mp4'))
  await rename(at('film.mp4'), at('film-inside.jpg'))
  await ffmpeg(['-f', 'lavfi', '-i', 'sine=d=1', at('sound-only.mp4')])
  await makeVideo(at('narrow.mp4'), { size: '640x64' })
  await makeVideo(at('tiny.mp4'), { size: '32x32' })
  await makeTruncated(at)
  await makeBadImages(at)
}

async function makeTruncated(at: (name: string) => string): Promise<void> {
  const long = { seconds: 4, filter: 'noise=alls=30:allf=t,format=yuv420p' }
  const fast = [...['-c:v', 'libx264', '-preset', 'ultrafast'], '-movflags', '+faststart']
  await makeVideo(at('no-index.mp4'), long)
  await makeVideo(at('half.mp4'), { ...long, output: fast })
  await makeVideo(at('half.mkv'), long)
  for (const name of ['no-index.mp4', 'half.mp4', 'half.mkv'])
    await truncate(at(name), Math.floor((await stat(at(name))).size / 2))
  await makeVideo(at('scrambled.mp4'), { ...long, output: fast })
  await scramble(at('scrambled.mp4'))
  await makeVideo(at('giant-frame.mp4'))
  await claimGiantFrame(at('giant-frame.mp4'))
}

async function makeBadImages(at: (name: string) => string): Promise<void> {
  await writeFile(at('bomb.png'), aBlackPng(16_000))
  const photo = await aPhoto(600, 400).jpeg({ quality: 100 }).toBuffer()
  await writeFile(at('half.jpg'), photo.subarray(0, Math.floor(photo.length / 2)))
  await writeFile(at('half.png'), (await aPhoto(600, 400).png().toBuffer()).subarray(0, 400))
  await aPhoto(40, 40).png().toFile(at('stamp.png'))
  await aPhoto(66, 400).png().toFile(at('strip.png'))
  await writeFile(at('drawing.png'), `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>`)
  const heic = await readFile(new URL('../../fixtures/photo.heic', import.meta.url))
  await writeFile(at('half.heic'), heic.subarray(0, 400))
}

/** A square of black, a bit for each pixel: kilobytes that decode to hundreds of megapixels. */
function aBlackPng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const rows = deflateSync(Buffer.alloc(side * (1 + side / 8)))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const chunks = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...chunks])
}

/** Replaces Matroska's Duration element (ID 0x4489, 8 bytes) with an ID that readers skip, and renames its tag. */
async function forgetDuration(path: string): Promise<void> {
  const bytes = await readFile(path)
  const at = bytes.indexOf(Buffer.from([0x44, 0x89, 0x88]))
  expect(at).toBeGreaterThan(0)
  bytes.set([0xec, 0x89], at)
  bytes.write('X', bytes.lastIndexOf('DURATION'))
  await writeFile(path, bytes)
}

/** Keeps the index and overwrites the frames in the middle. */
async function scramble(path: string): Promise<void> {
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  await file.write(Buffer.alloc(Math.floor(size / 2), 0xff), 0, undefined, Math.floor(size / 3))
  await file.close()
}

/** The last frame is a gigabyte, says the table of sizes: after its name, version and common size come count and sizes. */
async function claimGiantFrame(path: string): Promise<void> {
  const bytes = await readFile(path)
  const count = bytes.indexOf('stsz') + 12
  bytes.writeUInt32BE(0x3ffffff0, count + 4 * bytes.readUInt32BE(count))
  await writeFile(path, bytes)
}

test.each([
  ['text.mp4', 'neither a video nor an image'],
  ['empty.mp4', '0 bytes'],
  ['list.m3u8', 'a playlist'],
  ['list-passwd.mp4', 'a playlist'],
  ['list-http.mov', 'a playlist'],
  ['concat.mkv', 'neither a video nor an image'],
  ['dash.mp4', 'neither a video nor an image'],
  ['three-hours.mp4', '3.0 h long; at most 60 s'],
  ['three-hours-unsaid.mkv', 'over 60 s long'],
  ['film-inside.jpg', 'named like an image, but the content is a video'],
  ['sound-only.mp4', 'no video stream'],
  ['narrow.mp4', 'too narrow'],
  ['tiny.mp4', 'too small'],
  ['no-index.mp4', 'cut short: the index'],
  ['half.mp4', 'cut short'],
  ['half.mkv', 'cut short'],
  ['scrambled.mp4', 'broken: its frames do not decode'],
  ['giant-frame.mp4', 'broken: its frames do not decode'],
  ['bomb.png', '16000×16000 is over 100 megapixels'],
  ['half.jpg', 'not readable as an image'],
  ['half.png', 'not readable as an image'],
  ['stamp.png', 'too small'],
  ['strip.png', '66×400 is too small; at least 90 pixels a side'],
  ['drawing.png', 'neither a video nor an image'],
  ['half.heic', 'not readable as a HEIC image'],
])('%j is refused: %s', (file, reason) => {
  const outcome = summary.outcomes.find((entry) => entry.file === file)
  expect(outcome).toMatchObject({ result: 'refused', reason: expect.stringContaining(reason) })
})

test('a name with a line break, quotes and dots is made safe, and the file is ingested', async () => {
  const outcome = summary.outcomes.find((entry) => entry.file === ODD_NAME)
  expect(outcome).toMatchObject({ result: 'made' })
  const row = await library.deps.db
    .selectFrom('sources')
    .innerJoin('medias', 'medias.source_id', 'sources.id')
    .selectAll()
    .executeTakeFirstOrThrow()
  for (const name of [row.file_name, row.original_filename, row.title])
    expect(name).not.toMatch(/[\n\r/\\]|\.\./)
  expect(row.file_name).not.toMatch(/["'<>]/)
})

test('no playlist caused a request', () => {
  expect(asked).toBe(0)
})

test('a refused file leaves nothing behind', async () => {
  const { db } = library.deps
  expect(await db.selectFrom('sources').select('id').execute()).toHaveLength(1)
  expect(await db.selectFrom('medias').select('id').execute()).toHaveLength(1)
  const work = await readdir(join(library.config.dataDir, 'work'))
  expect(work.filter((name) => !name.startsWith('.'))).toEqual([])
  const media = await db.selectFrom('medias').selectAll().executeTakeFirstOrThrow()
  const hashes = [
    media.poster_base.split('/').at(-1) ?? '',
    media.cloudpath.slice('full/'.length, -'.mp4'.length),
  ]
  for (const key of Object.keys(await storedFiles(join(library.config.dataDir, 'media'))))
    expect(hashes.some((hash) => key.includes(hash))).toBe(true)
})

test('an ffmpeg that lacks an encoder ends the run at its start, in one line', async () => {
  const fake = join(library.root, 'ffmpeg')
  await writeFile(fake, '#!/bin/sh\necho "ffmpeg version 5.1"\n', { mode: 0o755 })
  const { code, stdout, stderr } = await runCli(['ingest', folder], { ...library.env, FFMPEG_PATH: fake })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^nagare: .*ffmpeg lacks the encoder libx264, .* set FFMPEG_PATH to one\n$/)
})
