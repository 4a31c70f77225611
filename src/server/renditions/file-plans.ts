import {
  CROP_RATIOS,
  cropShares,
  cropStart,
  LOOP_SECONDS,
  type MadeKind,
  PICTURE_BYTES,
  repeats,
  uhdSize,
} from '#domain/clips/file-kinds.ts'
import { fullSize, type Size, scaled } from '#domain/clips/film-size.ts'
import {
  BARE,
  COLOR_TAGS,
  clockOf,
  FILM,
  type H264Quality,
  h264Output,
  words,
} from '#server/ingest/plan/encoders.ts'
import { type Conversion, scaleTo } from '#server/ingest/plan/filters.ts'
import { decoderOf, HEAD, steadyFrames } from '#server/ingest/plan/plan.ts'
import type { VideoFacts } from '#server/ingest/probe/facts.ts'
import { safeInput } from '#server/ingest/probe/safe-input.ts'
import type { Abilities } from '#server/ingest/tools.ts'

/** Runs of ffmpeg, and the size of the file that the last one writes. */
export interface FilePlan {
  runs: string[][]
  size: Size
}

interface Paths {
  input: string
  /** For what a run leaves to the next. */
  folder: string
  output: string
}

interface Given<Kind> {
  kind: Kind
  facts: VideoFacts
  paths: Paths
}

export type PictureKind = 'gif' | 'webp'
export const isPicture = (kind: MadeKind): kind is PictureKind => kind === 'gif' || kind === 'webp'

type FilmGiven = Given<Exclude<MadeKind, PictureKind>> & { params: string; tools: Abilities }

const UHD_QUALITY = { preset: 'faster', crf: 20, most: 60_000 } as const
const CROP_QUALITY = { preset: 'faster', crf: 19, most: 20_000 } as const
const PRORES = '-c:v prores_ks -profile:v lt -vendor apl0 -pix_fmt yuv422p10le -movflags +faststart -f mov'
const VP9 =
  '-c:v libvpx-vp9 -pix_fmt yuva420p -crf 24 -b:v 0 -cpu-used 4 -row-mt 1 -auto-alt-ref 0 -threads 4 -f webm'

/** How to make a film of a kind from a full film or an original. */
export function filePlan(given: FilmGiven): FilePlan {
  const { kind, facts } = given
  const own = { width: facts.width, height: facts.height }
  switch (kind) {
    case 'master':
      return { runs: [masterArgs(given)], size: own }
    case 'loop10':
    case 'loop30':
    case 'loop60':
      return { runs: [loopArgs(given, LOOP_SECONDS[kind])], size: own }
    case 'prores':
      return encoded(given, { size: fullSize(facts), pixels: 'yuv422p10le', encoder: PRORES })
    case 'alpha': {
      // Without laying it on white, and without converting other primaries, which loses transparency.
      const clear = { ...given, facts: { ...facts, alpha: false }, tools: { ...given.tools, toneMap: false } }
      const decoder = decoderOf(facts, given.tools)
      return encoded(clear, { size: fullSize(facts), pixels: 'yuva420p', encoder: VP9, decoder })
    }
    case 'uhd':
      return encoded(given, { size: uhdSize(facts), quality: UHD_QUALITY })
    case 'vertical':
    case 'square':
      return cropPlan(given, CROP_RATIOS[kind])
  }
}

/**
 * The picture as it came, not encoded again, without sound and without what reveals places and cameras: other streams,
 * and in H.264 what is no picture.
 */
function masterArgs({ facts, paths }: FilmGiven): string[] {
  const { stream, demuxer, codec } = facts
  const container = demuxer === 'mov' ? '-movflags +faststart -f mov' : '-f matroska'
  return [
    ...[
      ...HEAD,
      '-fflags',
      '+genpts',
      ...safeInput(paths.input, demuxer),
      '-map',
      `0:${stream}`,
      '-c',
      'copy',
    ],
    ...(codec === 'h264' ? ['-bsf:v', 'filter_units=remove_types=6'] : []),
    ...[...BARE, ...words(container), `file:${paths.output}`],
  ]
}

/** The film several times in succession, not encoded again: each frame is the same as in the film. */
function loopArgs({ facts, paths }: FilmGiven, seconds: number): string[] {
  const more = repeats(facts.duration, seconds) - 1
  return [
    ...[...HEAD, '-stream_loop', String(more), ...safeInput(paths.input, facts.demuxer)],
    ...['-map', `0:${facts.stream}`, '-c', 'copy', ...clockOf(facts.ticks), ...FILM, `file:${paths.output}`],
  ]
}

interface Encoding extends Pick<Conversion, 'size' | 'pixels'> {
  /** Filters before it is scaled. */
  before?: string[]
  /** Of H.264, or another encoder with its container. */
  quality?: H264Quality
  encoder?: string
  decoder?: string[]
}

function encoded({ facts, tools, paths }: FilmGiven, { before = [], ...encoding }: Encoding): FilePlan {
  const { size, pixels, quality, encoder = '', decoder = decoderOf(facts, tools) } = encoding
  const { rate, filters, color } = steadyFrames(facts, tools)
  const graph = [...filters, ...before, scaleTo({ size, color, pixels })].join(',')
  const input = [...HEAD, '-xerror', ...decoder, ...safeInput(paths.input, facts.demuxer)]
  const output = quality
    ? h264Output({ from: '[film]', to: paths.output, rate }, quality)
    : [
        ...words(`-map [film] -flags:v +bitexact`),
        ...BARE,
        ...COLOR_TAGS,
        ...words(encoder),
        `file:${paths.output}`,
      ]
  return { runs: [[...input, '-filter_complex', `[0:${facts.stream}]${graph}[film]`, ...output]], size }
}

/** @param given `params`: the centre of the part that is kept */
function cropPlan(given: FilmGiven, ratio: number): FilePlan {
  const { facts, params } = given
  const [x = 0.5, y = 0.5] = params.split(',').map(Number)
  const { width, height } = cropShares(facts, ratio)
  const before = [`crop=iw*${width}:ih*${height}:iw*${cropStart(x, width)}:ih*${cropStart(y, height)}`]
  const size = fullSize({ width: facts.width * width, height: facts.height * height })
  return encoded(given, { before, size, quality: CROP_QUALITY })
}

/** Long side in pixels and frames a second, which are whole hundredths of a second as GIF has them. */
const RUNGS = [
  ...([
    [720, 25],
    [600, 20],
    [480, 20],
    [480, 12.5],
    [400, 12.5],
    [320, 12.5],
    [320, 10],
  ] as const),
  ...([
    [240, 10],
    [200, 10],
    [160, 10],
    [160, 5],
    [120, 5],
    [80, 5],
  ] as const),
] as const
const costOf = (rung: number) => RUNGS[rung]![0] ** 2 * RUNGS[rung]![1]

/** The next size to try after one that gave too many bytes; undefined after the last. */
export function nextRung(rung: number, bytes: number): number | undefined {
  const most = (costOf(rung) * PICTURE_BYTES) / bytes
  const fits = RUNGS.findIndex((_, at) => at > rung && costOf(at) <= most)
  if (fits > 0) return fits
  return rung < RUNGS.length - 1 ? RUNGS.length - 1 : undefined
}

/** An animated picture of a full film, which loops for ever. */
export function picturePlan({ kind, facts, paths }: Given<PictureKind>, rung: number): FilePlan {
  const [side, most] = RUNGS[rung]!
  const size = scaled(facts, side / Math.max(facts.width, facts.height))
  const own = facts.rate.num / facts.rate.den
  const rate = [most, 20, 12.5, 10, 5].find((each) => each <= Math.min(most, own + 0.1)) ?? own
  const small = `fps=${rate},scale=${size.width}:${size.height}:flags=lanczos`
  const input = [...HEAD, ...safeInput(paths.input, facts.demuxer)]
  const output = ['-loop', '0', ...BARE, '-f', kind, `file:${paths.output}`]
  if (kind === 'webp') {
    const encoder = words('-c:v libwebp_anim -quality 70 -compression_level 4 -pix_fmt yuv420p')
    return { runs: [[...input, '-map', `0:${facts.stream}`, '-vf', small, ...encoder, ...output]], size }
  }
  // Two runs, since one would hold every frame in memory.
  const palette = `file:${paths.folder}/palette.png`
  const choose = ['-map', `0:${facts.stream}`, '-vf', `${small},palettegen=stats_mode=diff`, '-f', 'image2']
  const draw = `[0:${facts.stream}]${small}[s];[s][1:v]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle`
  return {
    runs: [
      [...input, ...choose, '-update', '1', palette],
      [...input, '-i', palette, '-filter_complex', draw, ...output],
    ],
    size,
  }
}
