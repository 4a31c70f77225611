import { fullSize, type Size, watermarkedSize } from '#domain/clips/film-size.ts'
import type { ColorFacts, ImageFacts, Rate, VideoFacts } from '#server/ingest/probe/facts.ts'
import { safeInput } from '#server/ingest/probe/safe-input.ts'
import { HALF_CYCLE_FRAMES, LOOP_FRAMES, LOOP_RATE, type Motion } from '#server/ingest/still/motion.ts'
import type { Abilities } from '#server/ingest/tools.ts'
import { isCompliant } from './compliance.ts'
import { av1Output, COLOR_TAGS, copyOutput, h264Output, rawOutput, words } from './encoders.ts'
import { atRate, rateUpTo, scaleTo, scaleToRgb, stillToRgb, upright } from './filters.ts'
import { posterSize, previewSize } from './sizes.ts'

/** Raise when the same input should give other bytes, so that files get new names. */
export const PLAN_VERSION = 1
const PREVIEW_SECONDS = 3
/** Frames considered for the poster, a second apart. */
const POSTER_CANDIDATES = 3
const PREVIEW_RATE = 30
const FULL_RATE = 60
const LOOP: Rate = { num: LOOP_RATE, den: 1 }
/** Width of the grey frames that compare first and last; small, so that grain does not count. */
const COMPARED_WIDTH = 320

export const HEAD = words('-v error -hide_banner -nostdin -y -progress pipe:1')
const FULL_QUALITY = { preset: 'faster', crf: 20, most: 16_000 } as const
const WATERMARKED_QUALITY = { preset: 'veryfast', crf: 24, most: 5_000 } as const
const PREVIEW_QUALITY = { preset: 'faster', crf: 26, most: 1_500 } as const

/** The original, and the folder of the step, where films also find `watermark.png`. */
export interface Paths {
  input: string
  folder: string
}

/** Replaces the real paths when a plan is hashed. */
export const NO_PATHS: Paths = { input: 'input', folder: 'work' }

/** One run of ffmpeg. */
export interface Plan {
  args: string[]
  /** Length of its output. */
  seconds: number
}

export interface FilmPlan extends Plan {
  size: Size
  rate: Rate
  /** Size of the grey frames. */
  compared: Size
}

/**
 * First step of a video: `frames.rgb`, the candidates for the poster, and the hover preview, from its first seconds.
 * @param start second that it starts at instead
 */
export function videoTilePlan(
  facts: VideoFacts,
  { input, folder }: Paths,
  tools: Abilities,
  start = 0,
): Plan & { size: Size } {
  const seconds = Math.min(PREVIEW_SECONDS, facts.duration - start)
  const rate = rateUpTo(PREVIEW_RATE, facts.rate)
  const size = posterSize(facts)
  const { filters, color } = upright(facts, tools.toneMap)
  const graph = [
    `[0:${facts.stream}]${[...filters, atRate(rate)].join(',')},split=2[tile][still]`,
    `[tile]${scaleTo({ size: previewSize(facts), color })},${previewFrom(tools)}`,
    `[still]select='${candidates(seconds, rate)}',setpts=N/(${rate.num}/${rate.den})/TB,${scaleToRgb(size, color)}[frames]`,
  ]
  const args = [
    ...[
      ...HEAD,
      ...seekTo(start),
      '-t',
      String(PREVIEW_SECONDS),
      ...decoderOf(facts, tools),
      ...safeInput(input, facts.demuxer),
    ],
    ...['-filter_complex', graph.join(';'), ...previewOutputs(folder, rate, tools)],
    ...rawOutput('[frames]', `${folder}/frames.rgb`, 'rgb24'),
  ]
  return { args, seconds, size }
}

/** One frame of a video at a second, as `frame.rgb`. */
export function framePlan(
  facts: VideoFacts,
  { input, folder }: Paths,
  tools: Abilities,
  { at, size }: { at: number; size: Size },
): Plan {
  const { filters, color } = upright(facts, tools.toneMap)
  // There is no frame after the last.
  const second = Math.max(0, Math.min(at, facts.duration - (2 * facts.rate.den) / facts.rate.num))
  const args = [
    ...[...HEAD, ...seekTo(second), ...decoderOf(facts, tools), ...safeInput(input, facts.demuxer)],
    ...['-filter_complex', `[0:${facts.stream}]${[...filters, scaleToRgb(size, color)].join(',')}[frame]`],
    ...['-frames:v', '1', ...rawOutput('[frame]', `${folder}/frame.rgb`, 'rgb24')],
  ]
  return { args, seconds: 1 }
}

const seekTo = (second: number) => (second > 0 ? ['-ss', String(second)] : [])

/** Second step of a video: the watermarked film and the full film, which is a copy if the master complies. */
export function videoFilmPlan(facts: VideoFacts, { input, folder }: Paths, tools: Abilities): FilmPlan {
  const copied = isCompliant(facts)
  const size = fullSize(facts)
  const { rate, filters, color } = steadyFrames(facts, tools)
  const stream = `0:${facts.stream}`
  const start = `[${stream}]${filters.map((filter) => `${filter},`).join('')}`
  const graph = copied
    ? [`${start}${watermarkScale(size, color)}`]
    : [`${start}${scaleTo({ size, color })},split=2[full][small]`, `[small]${watermarkScale(size)}`]
  const ticks = copied ? facts.ticks : undefined
  const full = { from: copied ? stream : '[full]', to: `${folder}/full.mp4`, rate, ticks }
  const args = [
    ...[...HEAD, '-xerror', ...decoderOf(facts, tools)],
    ...[...safeInput(input, facts.demuxer), ...watermarkInput(folder)],
    ...[
      '-filter_complex',
      [...graph, ...marking(size)].join(';'),
      ...watermarkedOutputs(folder, rate, ticks),
    ],
    ...(copied ? copyOutput(full) : h264Output(full, FULL_QUALITY)),
  ]
  return { args, seconds: facts.duration, size, rate, compared: comparedSize(size) }
}

/** The rate of full films, and the filters to it and to upright() frames. */
export function steadyFrames(facts: VideoFacts, { toneMap }: Pick<Abilities, 'toneMap'>) {
  const rate = rateUpTo(FULL_RATE, facts.rate)
  const steady = facts.constantRate && rate.den === facts.rate.den ? [] : [atRate(rate)]
  const { filters, color } = upright(facts, toneMap)
  return { rate, filters: [...filters, ...steady], color }
}

/** Converts a photograph's `deep.rgb` of 16 bits to `canvas.rgb`; undefined if its colours are plain. */
export function stillColorPlan(
  { colors }: ImageFacts,
  size: Size,
  folder: string,
  { toneMap }: Abilities,
): Plan | undefined {
  if (!colors || !toneMap) return undefined
  const format = `-f rawvideo -pix_fmt rgb48le -s ${size.width}x${size.height}`
  const args = [
    ...[...HEAD, '-protocol_whitelist', 'file', ...words(format), '-i', `file:${folder}/deep.rgb`],
    ...['-filter_complex', `[0:v]${stillToRgb(colors)}[rgb]`],
    ...rawOutput('[rgb]', `${folder}/canvas.rgb`, 'rgb24'),
  ]
  return { args, seconds: 1 }
}

/** First step of a still: the hover preview, from small frames on standard input. */
export function stillTilePlan(small: Motion, folder: string, tools: Abilities): Plan {
  const args = [
    ...[...HEAD, ...rawInput(small.frame), '-filter_complex', `[0:v]${previewFrom(tools)}`],
    ...previewOutputs(folder, LOOP, tools),
  ]
  return { args, seconds: PREVIEW_SECONDS }
}

/** Second step of a still: standard input gets half a cycle; its reverse completes the loop. */
export function stillFilmPlan({ frame: size }: Motion, folder: string): FilmPlan {
  const graph = [
    '[0:v]split=2[out][mirror]',
    `[mirror]trim=start_frame=1:end_frame=${HALF_CYCLE_FRAMES - 1},reverse,setpts=N/${LOOP_RATE}/TB[back]`,
    `[out][back]concat=n=2:v=1:a=0,${atRate(LOOP)},split=2[full][small]`,
    `[small]${watermarkScale(size)}`,
    ...marking(size),
  ]
  const args = [
    ...[...HEAD, ...rawInput(size), '-protocol_whitelist', 'file', ...watermarkInput(folder)],
    ...['-filter_complex', graph.join(';'), ...watermarkedOutputs(folder, LOOP)],
    ...h264Output({ from: '[full]', to: `${folder}/full.mp4`, rate: LOOP }, FULL_QUALITY),
  ]
  return { args, seconds: LOOP_FRAMES / LOOP_RATE, size, rate: LOOP, compared: comparedSize(size) }
}

/** Raw frames on standard input have no tags, and swscale would take them for BT.601. */
function rawInput({ width, height }: Size): string[] {
  const format = `-f rawvideo -pix_fmt yuv420p -s ${width}x${height} -framerate ${LOOP_RATE}`
  return [...words(`-protocol_whitelist pipe ${format}`), ...COLOR_TAGS, '-i', 'pipe:0']
}

const watermarkInput = (folder: string) => ['-i', `file:${folder}/watermark.png`]

/** ffmpeg's own decoders of VP8 and VP9 drop transparency. */
export function decoderOf({ alpha, codec }: VideoFacts, { vpx }: Abilities): string[] {
  if (!alpha || !vpx || !['vp8', 'vp9'].includes(codec)) return []
  return ['-c:v', codec === 'vp9' ? 'libvpx-vp9' : 'libvpx']
}

/** ffmpeg expression that selects the candidates for the poster. */
function candidates(seconds: number, { num, den }: Rate): string {
  const last = Math.max(0, Math.floor((seconds * num) / den) - 1)
  const at = Array.from({ length: POSTER_CANDIDATES }, (_, i) => Math.min(last, Math.round((i * num) / den)))
  return [...new Set(at)].map((frame) => `eq(n,${frame})`).join('+')
}

const previewFrom = ({ av1 }: Abilities) => (av1 ? 'split=2[h264][av1]' : 'null[h264]')

function previewOutputs(folder: string, rate: Rate, { av1 }: Abilities): string[] {
  const h264 = { from: '[h264]', to: `${folder}/preview.mp4`, rate }
  return [
    ...h264Output(h264, PREVIEW_QUALITY),
    ...(av1 ? av1Output({ from: '[av1]', to: `${folder}/preview.av1.mp4`, rate }, av1) : []),
  ]
}

/** Scales to the watermarked size and splits off the grey frames. */
function watermarkScale(full: Size, color?: ColorFacts): string {
  return `${scaleTo({ size: watermarkedSize(full), color })},split=2[bare][compared]`
}

function marking(full: Size): string[] {
  return [
    '[bare][1:v]overlay=format=yuv420,format=yuv420p[watermarked]',
    `[compared]${scaleTo({ size: comparedSize(full), pixels: 'gray' })}[grey]`,
  ]
}

function watermarkedOutputs(folder: string, rate: Rate, ticks?: number): string[] {
  const film = { from: '[watermarked]', to: `${folder}/watermarked.mp4`, rate, ticks }
  return [...h264Output(film, WATERMARKED_QUALITY), ...rawOutput('[grey]', `${folder}/grey.raw`, 'gray')]
}

/** Size of the grey frames of a film. */
export function comparedSize({ width, height }: Size): Size {
  const by = Math.min(1, COMPARED_WIDTH / width)
  return { width: Math.round(width * by), height: Math.max(1, Math.round(height * by)) }
}
