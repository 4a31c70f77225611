import type { Rate } from '#server/ingest/probe/probe.ts'
import type { Tools } from '#server/ingest/tools.ts'

/** Fixed, whatever the machine has: x264 splits work by threads, so their number shows in the bytes. */
const THREADS = 4
const KEYFRAME_SECONDS = 2

/** Says what the samples are after our own conversion; untagged video is guessed differently by each player. */
const COLOR_TAGS = [
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-colorspace',
  'bt709',
  '-color_range',
  'tv',
]

/**
 * Every film: one silent video stream, no trace of where and by what it was shot, index at the front so that it plays
 * while it loads, and nothing that differs from run to run.
 */
const FILM = [
  ...['-an', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
  ...['-fflags', '+bitexact', '-movflags', '+faststart', '-f', 'mp4'],
]

export interface FilmOutput {
  /** Filter label or stream: `[full]`, `0:0`. */
  from: string
  to: string
  rate: Rate
}

interface H264Quality {
  preset: 'veryfast' | 'faster'
  /** x264's constant rate factor: lower is better and larger. */
  crf: number
  /** Most kilobits a second; grain and rain would otherwise take any amount. */
  most: number
}

/** Output arguments for H.264 that every browser plays: High profile, 8 bit, a keyframe every two seconds. */
export function h264Output({ from, to, rate }: FilmOutput, { preset, crf, most }: H264Quality): string[] {
  return [
    ...['-map', from, '-c:v', 'libx264', '-preset', preset, '-crf', String(crf)],
    ...['-maxrate', `${most}k`, '-bufsize', `${most * 2}k`],
    ...['-profile:v', 'high', '-pix_fmt', 'yuv420p', '-g', keyframes(rate), '-threads', String(THREADS)],
    ...['-flags:v', '+bitexact', ...COLOR_TAGS, ...FILM, `file:${to}`],
  ]
}

/** Output arguments for AV1; a quarter of H.264's bytes at the same look. */
export function av1Output({ from, to, rate }: FilmOutput, encoder: NonNullable<Tools['av1']>): string[] {
  const speed =
    encoder === 'libsvtav1'
      ? ['-preset', '10', '-crf', '40', '-svtav1-params', 'lp=2']
      : ['-cpu-used', '8', '-crf', '40', '-b:v', '0', '-row-mt', '1', '-threads', '2']
  return [
    ...['-map', from, '-c:v', encoder, ...speed, '-pix_fmt', 'yuv420p', '-g', keyframes(rate)],
    ...['-flags:v', '+bitexact', ...COLOR_TAGS, ...FILM, `file:${to}`],
  ]
}

/** Output arguments that keep the samples as they are; missing colour tags are written into the stream. */
export function copyOutput({ from, to }: Omit<FilmOutput, 'rate'>, tagColors: boolean): string[] {
  const tags = 'h264_metadata=colour_primaries=1:transfer_characteristics=1:matrix_coefficients=1'
  const filters = tagColors ? ['-bsf:v', `${tags}:video_full_range_flag=0`] : []
  return ['-map', from, '-c:v', 'copy', ...filters, ...FILM, `file:${to}`]
}

/** Output arguments for bare samples, read back by us. */
export function rawOutput(from: string, to: string, pixels: 'gray' | 'rgb24'): string[] {
  return [
    '-map',
    from,
    '-c:v',
    'rawvideo',
    '-pix_fmt',
    pixels,
    '-fflags',
    '+bitexact',
    '-f',
    'rawvideo',
    `file:${to}`,
  ]
}

const keyframes = ({ num, den }: Rate) => String(Math.max(1, Math.round((num / den) * KEYFRAME_SECONDS)))
