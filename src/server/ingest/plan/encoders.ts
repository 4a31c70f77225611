import type { Rate } from '#server/ingest/probe/facts.ts'
import type { Abilities } from '#server/ingest/tools.ts'

/** Fixed, since x264's bytes depend on the number of threads. */
const THREADS = 4
const KEYFRAME_SECONDS = 2

/** Arguments written as on a command line; none may contain a space. */
export const words = (text: string) => text.split(' ')

/** Always written: players guess differently about untagged video. */
export const COLOR_TAGS = words('-color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv')

/** No sound, no camera metadata, the same bytes in each run. */
export const BARE = words('-an -sn -dn -map_metadata -1 -map_chapters -1 -fflags +bitexact')

/** Every film: the index at the front, for playing while it loads. */
export const FILM = [...BARE, ...words('-movflags +faststart -f mp4')]

export interface FilmOutput {
  /** Filter label or stream: `[full]`, `0:0`. */
  from: string
  to: string
  rate: Rate
  /** Ticks a second of the film's clock, so that two films have equal times; by default the rate's own. */
  ticks?: number | undefined
}

export interface H264Quality {
  preset: 'veryfast' | 'faster'
  /** x264's constant rate factor: lower is better and larger. */
  crf: number
  /** Peak kilobits a second, limits grain and rain. */
  most: number
}

/** H.264 that every browser plays: High profile, 8 bit. */
export function h264Output(
  { from, to, rate, ticks }: FilmOutput,
  { preset, crf, most }: H264Quality,
): string[] {
  return [
    ...['-map', from],
    ...words(`-c:v libx264 -preset ${preset} -crf ${crf} -maxrate ${most}k -bufsize ${most * 2}k`),
    ...words(`-profile:v high -pix_fmt yuv420p -g ${keyframes(rate)} -threads ${THREADS}`),
    ...['-flags:v', '+bitexact', ...COLOR_TAGS, ...clockOf(ticks), ...FILM, `file:${to}`],
  ]
}

/** AV1 needs a quarter of H.264's bytes for the same look. */
export function av1Output({ from, to, rate }: FilmOutput, encoder: NonNullable<Abilities['av1']>): string[] {
  const speed =
    encoder === 'libsvtav1'
      ? '-preset 11 -crf 40 -svtav1-params lp=2'
      : '-cpu-used 8 -crf 40 -b:v 0 -row-mt 1 -threads 2'
  return [
    ...['-map', from],
    ...words(`-c:v ${encoder} ${speed} -pix_fmt yuv420p -g ${keyframes(rate)} -flags:v +bitexact`),
    ...[...COLOR_TAGS, ...FILM, `file:${to}`],
  ]
}

/**
 * Copies only slices and parameter sets (H.264 NAL units 1 to 5, 7 and 8), since SEI and private units reveal places
 * and cameras. Adds colour tags that the master lacks; it is BT.709.
 */
export function copyOutput({ from, to, ticks }: Omit<FilmOutput, 'rate'>): string[] {
  const tags = 'h264_metadata=colour_primaries=1:transfer_characteristics=1:matrix_coefficients=1'
  const filters = ['-bsf:v', `filter_units=pass_types=1-5|7-8,${tags}:video_full_range_flag=0`]
  return ['-map', from, '-c:v', 'copy', ...filters, ...clockOf(ticks), ...FILM, `file:${to}`]
}

/** Bare samples, which we read back. */
export function rawOutput(from: string, to: string, pixels: 'gray' | 'rgb24'): string[] {
  return [
    ...['-map', from],
    ...words(`-c:v rawvideo -pix_fmt ${pixels} -fflags +bitexact -f rawvideo`),
    `file:${to}`,
  ]
}

export const clockOf = (ticks?: number) => (ticks ? ['-video_track_timescale', String(ticks)] : [])

const keyframes = ({ num, den }: Rate) => Math.max(1, Math.round((num / den) * KEYFRAME_SECONDS))
