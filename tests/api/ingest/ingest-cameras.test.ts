import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestFolder } from '#server/ingest/ingest-folder.ts'
import { aLibrary, bytesOf, ffmpeg, type Library, streamOf } from '../../support/footage.ts'
import { IN_LONG_TEST } from '../../support/runs.ts'

let library: Library

beforeAll(async () => {
  library = await aLibrary()
})
afterAll(() => library.close())

const SOUND = ['-f', 'lavfi', '-i', 'sine=d=1.2']
const picture = (rate: number) => ['-f', 'lavfi', '-i', `testsrc2=s=192x108:r=${rate}:d=1.2`, ...SOUND]
const FIELDS = [...picture(50), '-vf', 'tinterlace=interleave_top,format=yuv420p', '-r', '25']
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast']
const AVCHD = ['-flags', '+ilme+ildct', '-x264opts', 'tff=1', '-c:a', 'ac3', '-mpegts_m2ts_mode', '1']

const CAMERAS: [name: string, args: string[], rate: number][] = [
  ['00001.MTS', [...FIELDS, ...H264, ...AVCHD, '-f', 'mpegts'], 25],
  ['progressive.m2ts', [...picture(50), '-pix_fmt', 'yuv420p', ...H264, '-c:a', 'ac3', '-f', 'mpegts'], 50],
  ['tape.mts', [...FIELDS, '-c:v', 'mpeg2video', '-flags', '+ilme+ildct', '-f', 'mpegts'], 25],
  ['still-camera.avi', [...picture(25), '-pix_fmt', 'yuvj420p', '-c:v', 'mjpeg', '-c:a', 'pcm_s16le'], 25],
  ['h264.avi', [...picture(25), '-pix_fmt', 'yuv420p', ...H264, '-bf', '0'], 25],
]

/** Fields in a stream, and an old kind of frames. */
const QUICK = ['00001.MTS', 'still-camera.avi']

test.each(CAMERAS.filter(([name]) => IN_LONG_TEST || QUICK.includes(name)))(
  'a camera’s %s becomes a progressive clip',
  { timeout: 60_000 },
  async (name, args, rate) => {
    const folder = join(library.root, name)
    await mkdir(folder)
    await ffmpeg([...args, join(folder, name)])
    const { outcomes } = await ingestFolder(library.deps, { folder, dataDir: library.config.dataDir })
    expect(outcomes).toMatchObject([{ file: name, result: 'made' }])
    const [made] = outcomes as unknown as [{ id: number }]
    const media = await library.deps.db
      .selectFrom('medias')
      .selectAll()
      .where('source_id', '=', made.id)
      .executeTakeFirstOrThrow()
    expect(media.duration).toBeCloseTo(1.2, 1)
    expect(media.frame_rate).toBe(rate)
    const film = await streamOf(await bytesOf(library, media.cloudpath), library.root)
    expect(film).toMatchObject({ codec_name: 'h264', field_order: 'progressive', streams: 1 })
    expect(Number(film.nb_read_frames)).toBeCloseTo(1.2 * rate, -0.5)
  },
)
