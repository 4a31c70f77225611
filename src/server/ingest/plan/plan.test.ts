import { expect, test } from 'vitest'
import { NO_NOTES } from '#server/ingest/notes/notes.ts'
import type { VideoFacts } from '#server/ingest/probe/facts.ts'
import { chooseMotion } from '#server/ingest/still/motion.ts'
import { isCompliant } from './compliance.ts'
import { stillFilmPlan, videoFilmPlan, videoTilePlan } from './plan.ts'

const MASTER: VideoFacts = {
  kind: 'video',
  demuxer: 'mov',
  stream: 0,
  codec: 'h264',
  profile: 'High',
  level: 40,
  pixelFormat: 'yuv420p',
  width: 1920,
  height: 1080,
  rotation: 0,
  squarePixels: true,
  interlaced: false,
  alpha: false,
  color: { matrix: 'bt709', transfer: 'bt709', primaries: 'bt709', fullRange: false },
  ticks: 15_360,
  rate: { num: 30, den: 1 },
  constantRate: true,
  edited: false,
  duration: 10,
  frames: 300,
  bitRate: 8_000_000,
  notes: NO_NOTES,
}
const PATHS = { input: '/in/a.mp4', folder: '/made' }
const ABLE = { av1: 'libsvtav1', toneMap: true, vpx: true } as const

const films = (facts: Partial<VideoFacts>) => videoFilmPlan({ ...MASTER, ...facts }, PATHS, ABLE)
const text = (facts: Partial<VideoFacts>) => films(facts).args.join(' ')

test('a compliant master is copied, and only the watermarked film is encoded', () => {
  expect(text({}).match(/libx264/g)).toHaveLength(1)
  expect(text({})).toContain('-map 0:0 -c:v copy')
})

test.each<[string, Partial<VideoFacts>]>([
  ['another codec', { codec: 'hevc' }],
  ['10 bit', { pixelFormat: 'yuv420p10le', profile: 'High 10' }],
  ['too large', { width: 3840, height: 2160 }],
  ['odd sides', { width: 1279 }],
  ['turned', { rotation: 90 }],
  ['oblong pixels', { squarePixels: false }],
  ['interlaced', { interlaced: true }],
  ['a variable rate', { constantRate: false }],
  ['a clock that rounds frames', { ticks: 600, rate: { num: 30_000, den: 1001 } }],
  ['an edit list that hides frames', { edited: true }],
  ['120 frames a second', { rate: { num: 120, den: 1 } }],
  ['a level that phones cannot play', { level: 51 }],
  ['a mezzanine bit rate', { bitRate: 80_000_000 }],
  ['full range', { color: { ...MASTER.color, fullRange: true } }],
  ['wide primaries', { color: { ...MASTER.color, primaries: 'smpte432' } }],
  ['the curve of HDR', { color: { ...MASTER.color, transfer: 'smpte2084' } }],
  ['BT.601', { color: { ...MASTER.color, matrix: 'smpte170m' } }],
])('a master with %s is encoded again', (_, facts) => {
  expect(isCompliant({ ...MASTER, ...facts })).toBe(false)
  expect(text(facts)).not.toContain('-c:v copy')
})

test('a copied stream keeps only pictures and parameters, and is tagged BT.709', () => {
  expect(text({})).toContain('-bsf:v filter_units=pass_types=1-5|7-8,h264_metadata=colour_primaries=1:')
})

test('odd sides become even, a variable rate constant, 120 frames a second 60', () => {
  expect(films({ width: 853, height: 479 }).size).toEqual({ width: 852, height: 478 })
  expect(text({ constantRate: false, rate: { num: 25, den: 1 } })).toContain('fps=25/1')
  expect(films({ rate: { num: 120, den: 1 } }).rate).toEqual({ num: 120, den: 2 })
})

test('HDR is converted to BT.709 if ffmpeg can', () => {
  const hdr = {
    color: { ...MASTER.color, transfer: 'arib-std-b67', matrix: 'bt2020nc' },
    pixelFormat: 'yuv420p10le',
  }
  expect(text(hdr)).toContain('tonemap')
  expect(
    videoFilmPlan({ ...MASTER, ...hdr }, PATHS, { ...ABLE, toneMap: false }).args.join(' '),
  ).not.toContain('tonemap')
})

test('the input’s limits come before its name, in both steps', () => {
  for (const { args } of [films({}), videoTilePlan(MASTER, PATHS, ABLE)]) {
    const before = args.slice(0, args.indexOf('file:/in/a.mp4'))
    expect(before).toEqual(
      expect.arrayContaining(['-nostdin', '-protocol_whitelist', '-format_whitelist', '-max_pixels']),
    )
    expect(before.slice(before.indexOf('-protocol_whitelist')).slice(0, 2)).toEqual([
      '-protocol_whitelist',
      'file',
    ])
    expect(before.slice(-3)).toEqual(['-f', 'mov', '-i'])
  }
})

test("no film carries sound or the camera's notes", () => {
  const { args } = films({})
  const outputs = args.filter((arg) => arg.endsWith('.mp4') && arg.startsWith('file:/made'))
  expect(args.filter((arg) => arg === '-an')).toHaveLength(outputs.length)
  expect(args.filter((arg) => arg === '-map_metadata')).toHaveLength(outputs.length)
})

test('the preview has an AV1 form only with an encoder', () => {
  expect(videoTilePlan(MASTER, PATHS, ABLE).args).toContain('libsvtav1')
  const args = videoTilePlan(MASTER, PATHS, { ...ABLE, av1: undefined }).args
  expect(args).not.toContain('libsvtav1')
  expect(args.join(' ')).not.toContain('preview.av1.mp4')
})

test('the loop of a still is half a cycle and its reverse', () => {
  const { args, size } = stillFilmPlan(chooseMotion({ width: 3000, height: 2000 }, '0001'), PATHS.folder)
  expect(args.join(' ')).toContain('trim=start_frame=1:end_frame=120,reverse')
  expect(size).toEqual({ width: 1920, height: 1280 })
})
