import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IngestSummary, ingestFolder } from '#server/ingest/ingest-folder.ts'
import { findTools } from '#server/ingest/tools.ts'
import { aLibrary, aPhoto, bytesOf, type Library, makeVideo, mediaOf } from '../../support/footage.ts'
import { IN_LONG_TEST } from '../../support/runs.ts'

const BT709 = '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv'.split(' ')
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', ...BT709]
const WITH_B_FRAMES = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '3', ...BT709]
const UNEVEN = "setpts='(N+floor(N/3))/24/TB',format=yuv420p"

/** What a master is made with, by its name. */
const ALL_MASTERS = {
  'film-23976.mp4': { rate: '24000/1001', output: WITH_B_FRAMES },
  'film-25.mp4': { rate: 25, output: H264 },
  'film-2997.mov': { rate: '30000/1001', output: [...WITH_B_FRAMES, '-video_track_timescale', '600'] },
  'film-2997.mkv': { rate: '30000/1001', output: WITH_B_FRAMES },
  'film-50.mp4': { rate: 50, output: [...H264, '-video_track_timescale', '90000'] },
  'film-5994.mp4': { rate: '60000/1001', output: WITH_B_FRAMES },
  'film-120.mp4': { rate: 120, output: H264 },
  'deep-23976.mov': { rate: '24000/1001', output: ['-c:v', 'prores_ks'] },
  'uneven.mp4': { rate: 24, filter: UNEVEN, output: [...H264, '-fps_mode', 'vfr'] },
  'vertical.mp4': { rate: 25, size: '1080x1920', output: H264 },
  'wide.mp4': { rate: 25, size: '1920x804', output: H264 },
} as const
/** Reordered frames on two time bases, and frames of no rate. */
const QUICK = ['film-23976.mp4', 'film-2997.mov', 'uneven.mp4']
const MASTERS = Object.entries(ALL_MASTERS).filter(([name]) => IN_LONG_TEST || QUICK.includes(name))

let library: Library
let summary: IngestSummary

beforeAll(async () => {
  library = await aLibrary()
  const folder = join(library.root, 'footage')
  await mkdir(folder)
  for (const [name, { rate, output, ...options }] of MASTERS)
    await makeVideo(join(folder, name), { ...options, rate, output: [...output] })
  await aPhoto(600, 400).jpeg().toFile(join(folder, 'photo.jpg'))
  summary = await ingestFolder(library.deps, { folder, dataDir: library.config.dataDir })
}, 240_000)
afterAll(() => library.close())

/** What an editor compares when it puts one film in another's place. */
async function timingOf(url: string) {
  const path = join(library.root, `probe-${process.hrtime.bigint()}.mp4`)
  await writeFile(path, await bytesOf(library, url))
  const entries = 'stream=r_frame_rate,avg_frame_rate,time_base,start_pts,duration_ts,width,height:packet=pts'
  const args = ['-v', 'error', '-of', 'json', '-show_entries', entries, path]
  const { stdout } = await promisify(execFile)((await findTools()).ffprobe, args)
  const { packets, streams } = JSON.parse(stdout)
  const { width, height, ...stream } = streams[0]
  const times = packets.map(({ pts }: { pts: number }) => pts).sort((a: number, b: number) => a - b)
  return { ...stream, frames: times.length, times, ratio: width / height }
}

test.each([...MASTERS.map(([name]) => name), 'photo.jpg'])(
  'the watermarked film of %s has the full film’s frames, times and ratio',
  async (file) => {
    const media = await mediaOf(library, summary, file)
    const [full, comp] = await Promise.all([media.cloudpath, media.watermarked_url].map(timingOf))
    expect(comp).toEqual(full)
  },
)
