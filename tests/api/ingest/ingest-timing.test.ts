import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestFolder } from '#server/ingest/ingest-folder.ts'
import type { VideoFacts } from '#server/ingest/probe/facts.ts'
import { probe } from '#server/ingest/probe/probe.ts'
import { sniff } from '#server/ingest/probe/sniff.ts'
import { findTools } from '#server/ingest/tools.ts'
import { aLibrary, bytesOf, ffmpeg, makeVideo, streamOf } from '../../support/footage.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nagare-timing-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast']

async function factsOf(path: string): Promise<VideoFacts> {
  return (await probe(path, await sniff(path), await findTools())) as VideoFacts
}

/** One keyframe at the start, so that a trimmed copy carries the first second and hides it. */
async function trim(to: string): Promise<void> {
  const whole = join(folder, 'whole.mp4')
  await makeVideo(whole, { seconds: 3, output: [...H264, '-g', '250'] })
  await ffmpeg(['-ss', '1', '-i', whole, '-t', '1', '-c', 'copy', to])
}

async function beginLate(to: string): Promise<void> {
  const picture = ['-itsoffset', '0.5', '-f', 'lavfi', '-i', 'testsrc2=s=192x108:r=24:d=1']
  const sound = ['-f', 'lavfi', '-i', 'sine=d=2']
  const both = '-map 0 -map 1 -pix_fmt yuv420p -fps_mode passthrough'.split(' ')
  await ffmpeg([...sound, ...picture, ...both, ...H264, to])
}

test.each([
  ['trimmed without encoding', 'trimmed.mp4', trim],
  ['trimmed without encoding', 'trimmed.mov', trim],
  ['whose picture begins after its sound', 'late.mp4', beginLate],
])('a film %s (%s) is taken in, as long as it plays', async (_, name, make) => {
  const library = await aLibrary()
  const footage = join(library.root, 'footage')
  await mkdir(footage)
  await make(join(footage, name))
  const { outcomes } = await ingestFolder(library.deps, { folder: footage, dataDir: library.config.dataDir })
  expect(outcomes).toMatchObject([{ file: name, result: 'made' }])
  const media = await library.deps.db.selectFrom('medias').selectAll().executeTakeFirstOrThrow()
  expect(media.duration).toBeCloseTo(1, 1)
  const film = await streamOf(await bytesOf(library, media.cloudpath), library.root)
  expect(film).toMatchObject({ nb_read_frames: '24', start_time: '0.000000' })
  await library.close()
})

test('a fragmented film with a late start time is as long as its frames', async () => {
  const path = join(folder, 'late.mp4')
  const fragments = ['-movflags', 'frag_keyframe+empty_moov+delay_moov+frag_discont']
  await makeVideo(path, { output: [...H264, '-output_ts_offset', '143280', ...fragments] })
  expect(await factsOf(path)).toMatchObject({ duration: expect.closeTo(1, 2), rate: { num: 24, den: 1 } })
})

/** Frame n is shown at this many milliseconds. */
async function timed(name: string, milliseconds: string, seconds: number): Promise<VideoFacts> {
  const path = join(folder, name)
  const filter = `settb=1/1000,setpts='${milliseconds}',format=yuv420p`
  const output = [...H264, '-bf', '0', '-fps_mode', 'passthrough', '-enc_time_base', '1/1000']
  await makeVideo(path, { rate: 30, seconds, filter, output })
  return factsOf(path)
}

test('30 frames a second that come unevenly, as phones write them, stay 30', async () => {
  const facts = await timed('phone.mp4', 'N*33.333+6*mod(N*7,3)+20*eq(N,0)', 0.5)
  expect(facts).toMatchObject({ rate: { num: 30, den: 1 }, constantRate: false })
})

test('30 frames a second with one long gap stay 30', async () => {
  const facts = await timed('still.mov', 'N*33.333+if(gt(N,20),4000,0)', 1)
  expect(facts).toMatchObject({ rate: { num: 30, den: 1 }, constantRate: false })
})

test('bursts of 60 frames a second between slow parts keep their 60', async () => {
  const facts = await timed('burst.mp4', 'if(lt(N,30),N*16.667,500+(N-30)*100)', 2)
  expect(facts).toMatchObject({ rate: { num: 60, den: 1 } })
})
