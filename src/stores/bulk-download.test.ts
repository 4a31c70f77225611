import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import JSZip from 'jszip'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $auth } from './auth.ts'
import { type BulkState, openBulkDownload } from './bulk-download.ts'
import type { SetClip } from './set-clips.ts'

const saved: { blob: Blob; name: string }[] = []
vi.mock('file-saver', () => ({ saveAs: (blob: Blob, name: string) => saved.push({ blob, name }) }))

/** The last of them is larger than what is held in one piece. */
const FILMS = new Map(
  Array.from({ length: 12 }, (_, n) => [n + 1, randomBytes(n === 11 ? 2_500_000 : 40_000 + n * 1000)]),
)
let server: Server
let asked: string[]
let atOnce: { now: number; most: number }
/** How often a film or its signature breaks, by id. */
let broken: { films: Map<number, number>; signatures: Map<number, { times: number; status: string }> }

beforeEach(async () => {
  saved.length = 0
  asked = []
  atOnce = { now: 0, most: 0 }
  broken = { films: new Map(), signatures: new Map() }
  server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    fetch(new URL(path, `http://127.0.0.1:${port}`), init),
  )
  vi.spyOn(console, 'info').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  $auth.set({
    id: 7,
    name: 'Yuki',
    membership: 'free',
    email: 'yuki@example.com',
    token: 'good',
    refresh_token: 'r0',
    expires_in: 900,
    expiry_time: Date.now() + 900_000,
  })
})

afterEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  $auth.set(undefined)
  server.closeAllConnections()
  server.close()
})

/** Signs as the site does and sends films; a broken one ends half-way. */
async function answer({ url = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(url, 'http://x')
  asked.push(pathname)
  const id = Number(searchParams.get('source') ?? pathname.split('/').at(-1))
  if (pathname === '/api/media-sign-promo') return sign(id, headers, response)
  const film = FILMS.get(id)!
  atOnce.most = Math.max(atOnce.most, ++atOnce.now)
  await new Promise((resolve) => setTimeout(resolve, 60))
  atOnce.now--
  const times = broken.films.get(id) ?? 0
  broken.films.set(id, times - 1)
  response.writeHead(200, { 'content-length': film.length })
  if (times <= 0) return void response.end(film)
  response.write(film.subarray(0, 10_000), () => response.destroy())
}

function sign(id: number, headers: IncomingMessage['headers'], response: ServerResponse): void {
  const refused = broken.signatures.get(id)
  if (headers.authorization !== 'Bearer good' || (refused && refused.times-- > 0)) {
    response.writeHead(refused ? 410 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ status: refused?.status ?? 'TOKEN_INVALID', message: '', request_id: '' }))
    return
  }
  const media = {
    url: `/films/${id}`,
    expires_in: 300,
    // Two clips of the set have the same name.
    file_name: id === 12 ? 'nagare_clip-1.mp4' : `nagare_clip-${id}.mp4`,
    size: FILMS.get(id)!.length,
    licence: `licence-${id}`,
  }
  response.end(JSON.stringify(media))
}

const clips = [...FILMS].map(
  ([id, film]): SetClip => ({
    id,
    title: `Clip ${id} 静か`,
    file_name: `clip-${id}.mp4`,
    cloudpath: `full/${id}.mp4`,
    byte_size: film.length,
    video_url: '',
    watermarked_url: '',
    poster: '',
    posterWidth: 1280,
    width: 1920,
  }),
)

function aDownload(options: { largeBytes?: number } = { largeBytes: Number.POSITIVE_INFINITY }) {
  const seen: BulkState[] = []
  const download = openBulkDownload({
    set: { kind: 'promo', id: 'kyoto-autumn', name: 'Kyoto Autumn' },
    siteName: 'Nagare',
    page: 'https://nagare.example/promo/kyoto-autumn',
    licenceText: ({ clips, terms }) => `${clips.length} clips, ${terms}`,
    ...options,
  })
  download.$state.listen((state) => seen.push(state))
  return { ...download, seen, state: () => download.$state.get() }
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('a set is one zip of the stored bytes, with what they may be used for; five come at once', async () => {
  const { start, state, seen } = aDownload()
  await start(clips)
  expect(state()).toEqual({ status: 'done', saved: 12, missing: [] })
  expect(saved.map(({ name }) => name)).toEqual(['nagare_kyoto-autumn_promo.zip'])
  const zip = await JSZip.loadAsync(await saved[0]!.blob.arrayBuffer(), { checkCRC32: true })
  const manifest = JSON.parse(await zip.file('manifest.json')!.async('string'))
  expect(manifest).toMatchObject({ name: 'Kyoto Autumn', terms: 'https://nagare.example/terms', missing: [] })
  expect(await zip.file('licence.txt')!.async('string')).toBe('12 clips, https://nagare.example/terms')
  expect(manifest.clips).toHaveLength(12)
  await expectStoredBytes(zip)
  expect(zip.file('nagare_clip-1.mp4')).not.toBeNull()
  expect(zip.file('nagare_clip-1 (2).mp4')).not.toBeNull()
  expect(atOnce.most).toBe(5)
  const last = seen.findLast((one) => one.status === 'running')
  expect(last).toMatchObject({ clips: 12, totalClips: 12 })
  expect(saved[0]!.blob.size).toBeGreaterThan(weight())
})

/** Every film that the manifest names is there, byte by byte. */
async function expectStoredBytes(zip: JSZip): Promise<void> {
  const { clips } = JSON.parse(await zip.file('manifest.json')!.async('string'))
  for (const { file, clip, licence, certificate } of clips) {
    const id = Number(clip.split('/').at(-1))
    expect(hash(await zip.file(file)!.async('uint8array'))).toBe(hash(FILMS.get(id)!))
    expect([licence, certificate]).toEqual([`licence-${id}`, `https://nagare.example/licence/licence-${id}`])
  }
  expect(Object.keys(zip.files)).toHaveLength(clips.length + 2)
}

const weight = () => clips.reduce((sum, { byte_size }) => sum + byte_size, 0)

test('each clip is signed right before it is fetched, not all of them at the beginning', async () => {
  await aDownload().start(clips)
  const firstFilm = asked.findIndex((path) => path.startsWith('/films/'))
  expect(asked.slice(0, firstFilm).length).toBeLessThanOrEqual(5)
  expect(asked.filter((path) => path === '/api/media-sign-promo')).toHaveLength(12)
})

test('films that are large by themselves come one after the other', async () => {
  await aDownload().start(clips.slice(0, 4).map((clip) => ({ ...clip, byte_size: 120_000_000 })))
  expect(atOnce.most).toBe(1)
  expect(saved).toHaveLength(1)
})

test('while one is under way, another click does nothing', async () => {
  const { start } = aDownload()
  await Promise.all([start(clips), start(clips), start(clips)])
  expect(saved).toHaveLength(1)
  expect(asked).toHaveLength(24)
})

test('a film that breaks off once is fetched again, one that breaks off twice is named and the rest saved', async () => {
  broken.films.set(3, 1).set(8, 2)
  const { start, state, seen } = aDownload()
  await start(clips)
  expect(state()).toEqual({ status: 'done', saved: 11, missing: [clips[7]] })
  const zip = await JSZip.loadAsync(await saved[0]!.blob.arrayBuffer(), { checkCRC32: true })
  expect(hash(await zip.file('nagare_clip-3.mp4')!.async('uint8array'))).toBe(hash(FILMS.get(3)!))
  expect(zip.file('nagare_clip-8.mp4')).toBeNull()
  const manifest = JSON.parse(await zip.file('manifest.json')!.async('string'))
  expect(manifest.missing).toEqual([{ title: 'Clip 8 静か', clip: 'https://nagare.example/m/8' }])
  const most = Math.max(...seen.map((one) => (one.status === 'running' ? one.bytes : 0)))
  expect(most).toBeLessThanOrEqual(weight())
})

test('where nothing comes, nothing is saved', async () => {
  for (const { id } of clips) broken.films.set(id, 2)
  const { start, state } = aDownload()
  await start(clips)
  expect(state()).toEqual({ status: 'failed', why: 'nothing' })
  expect(saved).toEqual([])
})

test('a promotion that ends meanwhile is said at once, and nothing more is asked for', async () => {
  for (const { id } of clips.slice(5)) broken.signatures.set(id, { times: 9, status: 'PROMOTION_ENDED' })
  const { start, state } = aDownload()
  await start(clips)
  expect(state()).toEqual({ status: 'failed', why: 'refused', code: 'PROMOTION_ENDED' })
  expect(saved).toEqual([])
  expect(asked.filter((path) => path === '/api/media-sign-promo').length).toBeLessThan(12)
})

test('a cancelled one saves nothing, ends its fetches, and can be started again', async () => {
  const { start, cancel, state, $state } = aDownload()
  const stop = $state.listen((one) => one.status === 'running' && one.clips === 3 && cancel())
  await start(clips)
  stop()
  expect(state()).toEqual({ status: 'failed', why: 'cancelled' })
  expect(saved).toEqual([])
  expect(asked.length).toBeLessThan(24)
  await start(clips)
  expect(state()).toMatchObject({ status: 'done', saved: 12 })
})

test('who is not signed in any more is told so', async () => {
  $auth.set(undefined)
  const { start, state } = aDownload()
  await start(clips)
  expect(state()).toEqual({ status: 'failed', why: 'refused', code: 'SIGN_IN_REQUIRED' })
})

test('a large set is asked about first; where the browser can, it is written while it comes', async () => {
  const disk = aDisk()
  const picker = vi.fn(async () => ({ createWritable: async () => disk.stream }))
  vi.stubGlobal('showSaveFilePicker', picker)
  const { start, goOn, state } = aDownload({ largeBytes: 100_000 })
  await start(clips)
  expect(state()).toEqual({ status: 'asking', clips, toDisk: true })
  expect(asked).toEqual([])
  await goOn()
  expect(state()).toEqual({ status: 'done', saved: 12, missing: [] })
  expect(saved).toEqual([])
  expect(picker.mock.calls).toMatchObject([[{ suggestedName: 'nagare_kyoto-autumn_promo.zip' }]])
  const zip = await JSZip.loadAsync(Buffer.concat(disk.written), { checkCRC32: true })
  await expectStoredBytes(zip)
  expect(await zip.file('licence.txt')!.async('string')).toContain('12 clips')
  expect(disk.ends).toEqual(['closed'])
})

test('a disk that is full is called that, and what was written is dropped', async () => {
  const disk = aDisk(new DOMException('full', 'QuotaExceededError'))
  vi.stubGlobal('showSaveFilePicker', async () => ({ createWritable: async () => disk.stream }))
  const { start, goOn, state } = aDownload({ largeBytes: 100_000 })
  await start(clips)
  await goOn()
  expect(state()).toEqual({ status: 'failed', why: 'noRoom' })
})

test('a cancelled file is dropped, not left half-written', async () => {
  const disk = aDisk()
  vi.stubGlobal('showSaveFilePicker', async () => ({ createWritable: async () => disk.stream }))
  const { start, goOn, cancel, state, $state } = aDownload({ largeBytes: 100_000 })
  $state.listen((one) => one.status === 'running' && one.clips === 3 && cancel())
  await start(clips)
  await goOn()
  expect(state()).toEqual({ status: 'failed', why: 'cancelled' })
  expect(disk.ends).toEqual(['aborted'])
})

test('where the browser cannot write to disk that is said, and the set is packed in memory by wish', async () => {
  const { start, goOn, state } = aDownload({ largeBytes: 100_000 })
  await start(clips)
  expect(state()).toEqual({ status: 'asking', clips, toDisk: false })
  await goOn()
  expect(state()).toMatchObject({ status: 'done', saved: 12 })
  expect(saved).toHaveLength(1)
})

/** What the browser's file does with what it is given. */
function aDisk(fault?: Error) {
  const written: Uint8Array[] = []
  const ends: string[] = []
  const stream = new WritableStream<Uint8Array>({
    write(piece) {
      if (fault) throw fault
      written.push(piece.slice())
    },
    close: () => void ends.push('closed'),
    abort: () => void ends.push('aborted'),
  })
  return { written, ends, stream }
}
