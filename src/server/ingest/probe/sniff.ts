import { open } from 'node:fs/promises'
import { kindOfName } from '#domain/studio/uploads/upload-kinds.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import type { Demuxer, ImageFacts } from './facts.ts'

/** The kind by the first bytes; it alone chooses the demuxer or decoder. */
export type Sniffed = { kind: 'video'; demuxer: Demuxer } | { kind: 'image'; format: ImageFacts['format'] }

const ACCEPTED = 'mp4, mov, webm, mkv, avi, mts, jpeg, png, webp, avif, heic, tiff'
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])
/** Either byte order, and BigTIFF. */
const TIFF = /^(?:II[*+]\0|MM\0[*+])/
/** Packets of MPEG-TS begin with this byte; cameras put four bytes of time before each. */
const TS_SYNC = 0x47
const TS_PACKETS = [
  { first: 0, length: 188 },
  { first: 4, length: 192 },
]
const MOV_BOXES = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

/** Four packets of MPEG-TS. */
const HEAD_BYTES = 4 * 192

/** Recognises a file by its first bytes. @throws Refusal if the kind is not accepted or the name disagrees */
export async function sniff(path: string): Promise<Sniffed> {
  const named = kindOfName(path)
  const head = await firstBytes(path, HEAD_BYTES)
  if (head.length === 0) throw new Refusal('the file is empty (0 bytes)', { code: 'empty' })
  if (head.toString('latin1').startsWith('#EXTM3U'))
    throw new Refusal('a playlist, not a video', { code: 'kind' })
  const found = recognise(head)
  if (!found)
    throw new Refusal(`the content is neither a video nor an image of these kinds: ${ACCEPTED}`, {
      code: 'kind',
    })
  if (named !== 'video' && named !== 'image')
    throw new Refusal(`the name does not end like a video or an image (${ACCEPTED})`, { code: 'name' })
  if (named !== found.kind)
    throw new Refusal(`named like ${a(named)}, but the content is ${a(found.kind)}`, { code: 'name' })
  return found
}

const a = (kind: Sniffed['kind']) => (kind === 'image' ? 'an image' : 'a video')

/** The kind by magic numbers. */
export function recognise(head: Buffer): Sniffed | undefined {
  const text = (from: number, to: number) => head.toString('latin1', from, to)
  if (head.readUIntBE(0, Math.min(3, head.length)) === 0xffd8ff) return { kind: 'image', format: 'jpeg' }
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return { kind: 'image', format: 'png' }
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return { kind: 'image', format: 'webp' }
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'AVI ') return { kind: 'video', demuxer: 'avi' }
  if (TIFF.test(text(0, 4))) return { kind: 'image', format: 'tiff' }
  if (text(0, 4) === '\x1a\x45\xdf\xa3') return { kind: 'video', demuxer: 'matroska' }
  if (isTransportStream(head)) return { kind: 'video', demuxer: 'mpegts' }
  if (!MOV_BOXES.has(text(4, 8))) return undefined
  return text(4, 8) === 'ftyp' ? byBrand(head) : { kind: 'video', demuxer: 'mov' }
}

function isTransportStream(head: Buffer): boolean {
  return TS_PACKETS.some(({ first, length }) =>
    [0, 1, 2, 3].every((packet) => head[first + packet * length] === TS_SYNC),
  )
}

/** ISO base media: the major brand, or for the generic `mif1` the compatible brands. */
function byBrand(head: Buffer): Sniffed {
  const end = Math.min(head.readUInt32BE(0), head.length)
  const brands = [head.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4))
  if (brands[0] === 'avif' || brands[0] === 'avis') return { kind: 'image', format: 'avif' }
  if (!HEIC_BRANDS.has(brands[0] ?? '')) return { kind: 'video', demuxer: 'mov' }
  return { kind: 'image', format: brands.includes('avif') ? 'avif' : 'heic' }
}

async function firstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
