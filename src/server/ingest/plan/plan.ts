import { fullSize, watermarkedSize } from '#domain/clips/film-size.ts'
import type { Rate, VideoFacts } from '#server/ingest/probe/probe.ts'
import { safeInput } from '#server/ingest/probe/safe-input.ts'
import {
  HALF_CYCLE_FRAMES,
  LOOP_FRAMES,
  LOOP_RATE,
  type Motion,
  type Size,
} from '#server/ingest/still/motion.ts'
import type { Abilities } from '#server/ingest/tools.ts'
import { isCompliant, lacksColorTags } from './compliance.ts'
import { av1Output, copyOutput, type FilmOutput, h264Output, rawOutput } from './encoders.ts'
import { atRate, rateUpTo, scaleTo, scaleToRgb, uprightFilters } from './filters.ts'
import { posterSize, previewSize } from './sizes.ts'

/** Raised when the same input should give other bytes, so that new names are used for them. */
export const PLAN_VERSION = 1
/** Seconds of hover preview. */
export const PREVIEW_SECONDS = 3
/** Frames looked at for the poster, a second apart. */
const POSTER_CANDIDATES = 3
const PREVIEW_RATE = 30
const FULL_RATE = 60
const LOOP: Rate = { num: LOOP_RATE, den: 1 }
/** Width of the grey frames by which first and last are compared; small, so that grain does not count. */
const COMPARED_WIDTH = 320

/** Where a step may write, and the picture of the watermark that it reads. */
export interface Paths {
  input: string
  folder: string
  watermark: string
}

/** What one run of ffmpeg makes. `frames` is how many the grey film must hold. */
export interface Plan {
  args: string[]
  size: Size
  rate: Rate
}

export interface FilmPlan extends Plan {
  /** Size of the grey frames. */
  compared: Size
  copied: boolean
}

/** First step of a video: candidates for the poster and the hover preview, from its first seconds. */
export function videoTilePlan(facts: VideoFacts, paths: Paths, tools: Abilities): Plan {
  const rate = rateUpTo(PREVIEW_RATE, facts.rate)
  const size = posterSize(facts)
  const upright = [...uprightFilters(facts, tools.toneMap), atRate(rate)]
  const color = colorAfter(upright, facts)
  const graph = [
    `[0:${facts.stream}]${upright.join(',')},split=2[tile][still]`,
    `[tile]${scaleTo({ size: previewSize(facts), color })},${previewFrom(tools)}`,
    `[still]select='${candidates(facts, rate)}',setpts=N/(${rate.num}/${rate.den})/TB,${scaleToRgb(size, color)}[frames]`,
  ]
  const seconds = String(PREVIEW_SECONDS)
  const limited = ['-t', seconds, ...safeInput(paths.input, facts.demuxer)]
  const outputs = [
    ...previewOutputs(paths.folder, rate, tools),
    ...rawOutput('[frames]', `${paths.folder}/frames.rgb`, 'rgb24'),
  ]
  return { args: [...HEAD, ...limited, '-filter_complex', graph.join(';'), ...outputs], size, rate }
}

/** Second step of a video: the watermarked film and the full one, copied where the master complies. */
export function videoFilmPlan(facts: VideoFacts, paths: Paths, tools: Abilities): FilmPlan {
  const copied = isCompliant(facts)
  const rate = rateUpTo(FULL_RATE, facts.rate)
  const size = fullSize(facts)
  const steady = facts.constantRate && rate.den === facts.rate.den ? [] : [atRate(rate)]
  const upright = [...uprightFilters(facts, tools.toneMap), ...steady]
  const color = colorAfter(upright, facts)
  const stream = `0:${facts.stream}`
  const start = upright.length > 0 ? `${upright.join(',')},` : ''
  const graph = copied
    ? [`[${stream}]${start}${watermarkScale(size, color)}`]
    : [
        `[${stream}]${start}${scaleTo({ size, color })},split=2[full][small]`,
        `[small]${watermarkScale(size)}`,
      ]
  const full = { from: copied ? stream : '[full]', to: `${paths.folder}/full.mp4`, rate }
  const fullOutput = copied ? copyOutput(full, lacksColorTags(facts)) : h264Output(full, FULL_QUALITY)
  const input = ['-xerror', ...safeInput(paths.input, facts.demuxer), '-i', `file:${paths.watermark}`]
  const args = [...HEAD, ...input, '-filter_complex', [...graph, ...marking(size)].join(';')]
  return {
    args: [...args, ...watermarkedOutputs(paths.folder, rate), ...fullOutput],
    size,
    rate,
    compared: comparedSize(size),
    copied,
  }
}

/** First step of a still: the hover preview, from frames rendered small and written to standard input. */
export function stillTilePlan(small: Motion, paths: Paths, tools: Abilities): Plan {
  const graph = `[0:v]${previewFrom(tools)}`
  const outputs = previewOutputs(paths.folder, LOOP, tools)
  return {
    args: [...HEAD, ...rawInput(small.frame), '-filter_complex', graph, ...outputs],
    size: small.frame,
    rate: LOOP,
  }
}

/** Second step of a still: half a cycle comes in on standard input, and its reverse completes it. */
export function stillFilmPlan(motion: Motion, paths: Paths): FilmPlan {
  const size = motion.frame
  const graph = [
    '[0:v]split=2[out][mirror]',
    `[mirror]trim=start_frame=1:end_frame=${HALF_CYCLE_FRAMES - 1},reverse,setpts=N/${LOOP_RATE}/TB[back]`,
    `[out][back]concat=n=2:v=1:a=0,${atRate(LOOP)},split=2[full][small]`,
    `[small]${watermarkScale(size)}`,
    ...marking(size),
  ]
  const input = [...rawInput(size), '-protocol_whitelist', 'file', '-i', `file:${paths.watermark}`]
  const full = h264Output({ from: '[full]', to: `${paths.folder}/full.mp4`, rate: LOOP }, FULL_QUALITY)
  return {
    args: [
      ...HEAD,
      ...input,
      '-filter_complex',
      graph.join(';'),
      ...watermarkedOutputs(paths.folder, LOOP),
      ...full,
    ],
    size,
    rate: LOOP,
    compared: comparedSize(size),
    copied: false,
  }
}

export const STILL_PREVIEW_FRAMES = PREVIEW_SECONDS * LOOP_RATE
export const STILL_SECONDS = LOOP_FRAMES / LOOP_RATE

const HEAD = ['-v', 'error', '-hide_banner', '-nostdin', '-y', '-progress', 'pipe:1']
const FULL_QUALITY = { preset: 'faster', crf: 20, most: 16_000 } as const
const WATERMARKED_QUALITY = { preset: 'veryfast', crf: 24, most: 5_000 } as const
const PREVIEW_QUALITY = { preset: 'faster', crf: 26, most: 1_500 } as const
/** Raw frames carry no tags; without them swscale would take them for BT.601. */
const TAGS = [
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-color_range',
  'tv',
]

function rawInput({ width, height }: Size): string[] {
  const format = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'yuv420p',
    '-s',
    `${width}x${height}`,
    '-framerate',
    String(LOOP_RATE),
  ]
  return ['-protocol_whitelist', 'pipe', ...format, ...TAGS, '-i', 'pipe:0']
}

/** Tone mapping leaves BT.709 behind; otherwise the samples are still as the file has them. */
function colorAfter(filters: string[], facts: VideoFacts): VideoFacts['color'] | undefined {
  return filters.some((filter) => filter.startsWith('tonemap')) ? undefined : facts.color
}

function candidates(facts: VideoFacts, { num, den }: Rate): string {
  const last = Math.max(0, Math.floor((Math.min(facts.duration, PREVIEW_SECONDS) * num) / den) - 1)
  const at = Array.from({ length: POSTER_CANDIDATES }, (_, i) => Math.min(last, Math.round((i * num) / den)))
  return [...new Set(at)].map((frame) => `eq(n,${frame})`).join('+')
}

const previewFrom = ({ av1 }: Abilities) => (av1 ? 'split=2[h264][av1]' : 'null[h264]')

function previewOutputs(folder: string, rate: Rate, { av1 }: Abilities): string[] {
  const film = (from: string, name: string): FilmOutput => ({ from, to: `${folder}/${name}`, rate })
  const modern = av1 ? av1Output(film('[av1]', 'preview.av1.mp4'), av1) : []
  return [...h264Output(film('[h264]', 'preview.mp4'), PREVIEW_QUALITY), ...modern]
}

/** Down to the watermarked size, and beside it the grey frames that are compared. */
function watermarkScale(full: Size, color?: VideoFacts['color']): string {
  return `${scaleTo({ size: watermarkedSize(full), color })},split=2[bare][compared]`
}

function marking(full: Size): string[] {
  return [
    `[bare][1:v]overlay=format=yuv420,format=yuv420p[watermarked]`,
    `[compared]${scaleTo({ size: comparedSize(full), pixels: 'gray' })}[grey]`,
  ]
}

function watermarkedOutputs(folder: string, rate: Rate): string[] {
  const film = { from: '[watermarked]', to: `${folder}/watermarked.mp4`, rate }
  return [...h264Output(film, WATERMARKED_QUALITY), ...rawOutput('[grey]', `${folder}/grey.raw`, 'gray')]
}

function comparedSize({ width, height }: Size): Size {
  const by = Math.min(1, COMPARED_WIDTH / width)
  return { width: Math.round(width * by), height: Math.max(1, Math.round(height * by)) }
}
