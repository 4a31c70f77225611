// A shop with films of the demo library. Prints its URL; each line read moves its clock by that many milliseconds.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import sharp from 'sharp'
import type { Deps } from '#server/deps.ts'
import { reindexAround } from '#server/search/index/reindex-sources.ts'
import { aClip } from '../database/rows.ts'
import { freePort } from '../free-port.ts'
import { failOnLeaks } from '../leaks/leaks.ts'
import { KNOWN_MEMBERS } from '../shop/known-members.ts'
import { aMember } from '../shop/members.ts'
import { PATIENT, startTestServer } from '../shop/server.ts'

const LIBRARY = join(import.meta.dirname, '../../../demo/library')
const FILMS = [
  ...['bamboo-grove-path', 'fuji-at-dawn', 'koi-pond', 'lantern-matsuri', 'momiji-temple-gate'],
  ...['moon-over-susuki', 'night-train-window', 'pagoda-in-mist', 'rain-on-temple-eaves'],
  ...['sakura-over-the-river', 'shibuya-crossing-lights', 'shinkansen-past-fuji', 'snow-on-gassho'],
  ...['tokyo-night-rain', 'torii-in-the-tide', 'waves-at-enoshima'],
]
const WIDTHS = [480]
const FORMATS = [
  ['webp', 'webp'],
  ['avif', 'avif'],
  ['jpeg', 'jpg'],
] as const
type Pictures = Map<string, { picture: Buffer; type: string }>
const pictures = new Map<number, Promise<Pictures>>()

let passed = 0
// Known beforehand: the server checks the origin of writes.
const port = await freePort()
const address = { SITE_URL: `http://localhost:${port}`, HOST: 'localhost', PORT: String(port) }
const server = await startTestServer({
  env: { ...address, TRUST_PROXY: 'on', LOG_LEVEL: 'warn' },
  now: () => new Date(Date.now() + passed),
  limits: PATIENT,
})
await aMember(server.deps, { ...KNOWN_MEMBERS.admin, admin: true })
await aMember(server.deps, { ...KNOWN_MEMBERS.pro, membership: 'pro' })
const shown: number[] = []
for (const film of FILMS) shown.push(await publish(server.deps, film))
await server.deps.db.transaction().execute((trx) => reindexAround(trx, shown, async () => {}))
process.stdout.write(`${server.config.site.url.origin}\n`)

for await (const line of createInterface(process.stdin)) {
  passed += Number(line)
  process.stdout.write(`${server.deps.now().toISOString()}\n`)
}
await server.close()
failOnLeaks()

/** Adds a clip whose renditions are all the master itself; clips of one shape share their pictures. Returns its id. */
async function publish({ db, storage }: Deps, name: string): Promise<number> {
  const film = await readFile(join(LIBRARY, `${name}.mp4`))
  const title = name.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())
  const poster = `poster/${name}`
  const { width, height } = sizeOf(film)
  const file_name = `${name}.mp4`
  const clip = await aClip(db, {
    source: { title, title_ja: '', width, height, file_name, keywords: JSON.stringify(name.split('-')) },
    media: {
      width,
      height,
      file_name,
      byte_size: film.length,
      cloudpath: `full/${name}.mp4`,
      watermarked_url: `/media/watermarked/${name}.mp4`,
      preview_url: `/media/preview/${name}.mp4`,
      preview_av1_url: '',
      poster_base: `/media/${poster}`,
      poster_widths: JSON.stringify(WIDTHS),
      thumbnail_url: `/media/${poster}/480.webp`,
    },
  })
  const video_url = `/api/medias/${clip.id}/video`
  await db.updateTable('medias').set({ video_url }).where('source_id', '=', clip.id).execute()
  for (const key of ['full', 'watermarked', 'preview'])
    await storage.put(`${key}/${name}.mp4`, film, 'video/mp4')
  for (const [file, { picture, type }] of await picturesFor(width / height))
    await storage.put(`${poster}/${file}`, picture, type)
  return clip.id
}

/** From the header of its only track (ISO 14496-12 §8.3.2): a tool for each film would take a second. */
function sizeOf(film: Buffer): { width: number; height: number } {
  const track = film.indexOf('tkhd') + 4
  return { width: film.readUInt16BE(track + 76), height: film.readUInt16BE(track + 80) }
}

/** Blank pictures by file name; encoding those of each film would take ten seconds. */
function picturesFor(aspect: number): Promise<Pictures> {
  const known = pictures.get(aspect) ?? drawPictures(aspect)
  pictures.set(aspect, known)
  return known
}

async function drawPictures(aspect: number): Promise<Pictures> {
  const drawn: Pictures = new Map()
  for (const width of WIDTHS) {
    const size = { width, height: Math.round(width / aspect), channels: 3 } as const
    const blank = sharp({ create: { ...size, background: 'slategrey' } })
    for (const [format, ending] of FORMATS) {
      const picture = await blank.clone().toFormat(format, { effort: 0 }).toBuffer()
      drawn.set(`${width}.${ending}`, { picture, type: `image/${format}` })
    }
  }
  return drawn
}
