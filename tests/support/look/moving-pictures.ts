import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { LOOK_SIDE } from '#domain/look/look.ts'
import { findTools } from '#server/ingest/tools.ts'
import { chance } from '../catalogue/chance.ts'
import { scene } from './scenes.ts'

const DEMO = join(import.meta.dirname, '../../../demo/library')
const [WIDTH, HEIGHT] = [480, 270]

/** A clip whose frame at any time, from 0 to 1, can be drawn as an encoded picture. */
export type FrameAt = (time: number) => Promise<Buffer>

/** Drawn scenes. */
export const drawn = (count: number): FrameAt[] =>
  Array.from({ length: count }, (_, number) => (time: number) => scene(number, time))

/** The photographs of the demo library, each with a camera that moves along it. */
export async function photographs(): Promise<FrameAt[]> {
  return Promise.all(
    (await demoFiles('.jpg')).map(async (path) => {
      const { data, info } = await sharp(path)
        .resize(WIDTH * 1.2, HEIGHT * 1.2, { fit: 'cover' })
        .png()
        .toBuffer({ resolveWithObject: true })
      return (time: number) => {
        const left = Math.round((info.width - WIDTH) * (0.5 - 0.5 * Math.cos(time * Math.PI)))
        return sharp(data).extract({ left, top: 20, width: WIDTH, height: HEIGHT }).png().toBuffer()
      }
    }),
  )
}

/** The films of the demo library. */
export async function films(): Promise<FrameAt[]> {
  const { ffmpeg } = await findTools()
  return Promise.all(
    (await demoFiles('.mp4')).map(async (path) => {
      const filter = `fps=3,scale=${WIDTH}:${HEIGHT}:in_color_matrix=bt709`
      const args = ['-v', 'error', '-i', path, '-vf', filter, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
      const { stdout } = await promisify(execFile)(ffmpeg, args, { encoding: 'buffer', maxBuffer: 2 ** 28 })
      const size = WIDTH * HEIGHT * 3
      return (time: number) => {
        const at = Math.min(Math.floor(stdout.length / size) - 1, Math.floor((time * stdout.length) / size))
        const raw = { width: WIDTH, height: HEIGHT, channels: 3 as const }
        return sharp(stdout.subarray(at * size, (at + 1) * size), { raw })
          .png()
          .toBuffer()
      }
    }),
  )
}

const demoFiles = async (ending: string) =>
  (await readdir(DEMO))
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => join(DEMO, name))

/** RGB of a square, as looks are taken from. */
export const square = async (picture: Buffer): Promise<Uint8Array> =>
  new Uint8Array(
    await sharp(picture).resize(LOOK_SIDE, LOOK_SIDE, { fit: 'fill' }).removeAlpha().raw().toBuffer(),
  )

/** What somebody photographs off the screen: a tenth cut off somewhere, another size, and a JPEG of quality 60. */
export async function screenshot(picture: Buffer, seed: number): Promise<Buffer> {
  const next = chance(seed)
  const [width, height] = [Math.round(WIDTH * 0.9), Math.round(HEIGHT * 0.9)]
  const [left, top] = [Math.floor(next() * (WIDTH - width)), Math.floor(next() * (HEIGHT - height))]
  const part = await sharp(picture).extract({ left, top, width, height }).png().toBuffer()
  return sharp(part)
    .resize(Math.round(width * (0.3 + 1.2 * next())))
    .jpeg({ quality: 60 })
    .toBuffer()
}
