import { readFile, writeFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import heic from 'heic-decode'
import sharp, { type Sharp } from 'sharp'
import type { Size } from '#domain/clips/film-size.ts'
import { MAX_STILL_PIXELS } from '#server/ingest/limits.ts'
import { imageNotes, sidecarNotes } from '#server/ingest/notes/image-notes.ts'
import type { Notes } from '#server/ingest/notes/notes.ts'
import type { ImageFacts } from '#server/ingest/probe/facts.ts'
import { heifColors, type StillColors } from './heif-colors.ts'

/** Runs as a separate program, under limits: it takes a request as JSON and prints its answer, or the problem. */
export type DecoderRequest = { path: string } & (
  | { task: 'notes' }
  | { task: 'look'; format: ImageFacts['format'] }
  | { task: 'decode'; format: ImageFacts['format']; size: Size; deep: boolean; to: string }
)

export interface Look extends Size {
  colors?: StillColors | undefined
  notes: Notes
}

export type DecoderAnswer = { notes: Notes } | { look: Look } | { done: true } | { problem: string }

/** Behind transparent parts; picture viewers show white. */
const BACKGROUND = '#ffffff'

if (import.meta.main) console.log(JSON.stringify(await answer(JSON.parse(process.argv[2] ?? ''))))

async function answer(request: DecoderRequest): Promise<DecoderAnswer> {
  try {
    const bytes = await readFile(request.path)
    if (request.task === 'notes') return { notes: await sidecarNotes(bytes) }
    if (request.task === 'look') return { look: await look(bytes, request.format) }
    const opened = request.format === 'heic' ? await openHeic(bytes, request.size) : open(bytes)
    await writeFile(request.to, await canvas(opened, request))
    return { done: true }
  } catch (error) {
    // libvips repeats itself after the first line.
    return { problem: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) }
  }
}

/** Only the header, so it needs no pixel limit. */
async function look(bytes: Buffer, format: ImageFacts['format']): Promise<Look> {
  const image = sharp(bytes, { limitInputPixels: false, failOn: 'error' })
  const { autoOrient, hasProfile } = await image.metadata()
  const coded = (format === 'avif' || format === 'heic') && !hasProfile
  return { ...autoOrient, colors: coded ? heifColors(bytes) : undefined, notes: await imageNotes(bytes) }
}

function open(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_STILL_PIXELS, failOn: 'error' })
}

/** Upright sRGB without transparency, as raw RGB of 8 bits, or of 16 bits and without conversion. */
async function canvas(opened: Sharp, { size, deep }: { size: Size; deep: boolean }): Promise<Buffer> {
  return opened
    .autoOrient()
    .flatten({ background: BACKGROUND })
    .resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' })
    .toColourspace(deep ? 'rgb16' : 'srgb')
    .removeAlpha()
    .raw({ depth: deep ? 'ushort' : 'uchar' })
    .toBuffer()
}

/** sharp lacks HEVC; libheif in WebAssembly reads it and applies the rotation, but not the colour profile. */
async function openHeic(bytes: Buffer, size: Size): Promise<Sharp> {
  const { icc } = await sharp(bytes).metadata()
  const [image] = await heic.all({ buffer: bytes })
  if (!image) throw new Error('no image in it')
  const { width, height } = image
  if (width * height > MAX_STILL_PIXELS) throw new Error('too many pixels')
  const { data } = await image.decode()
  const raw = sharp(data, { raw: { width, height, channels: 4 } })
  if (!icc) return raw
  const small = raw.resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' })
  return sharp(withProfile(await small.png({ compressionLevel: 0 }).toBuffer(), icc))
}

/** A PNG with a colour profile, as an `iCCP` chunk after its first chunk (PNG §11.3.2.3). */
function withProfile(png: Buffer, icc: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.from('iCCPicc\0\0'), deflateSync(icc)])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(chunk.length - 4)
  sum.writeUInt32BE(crc32(chunk))
  const header = 8 + 25
  return Buffer.concat([png.subarray(0, header), length, chunk, sum, png.subarray(header)])
}
