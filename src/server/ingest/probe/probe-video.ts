import { MAX_DURATION, MAX_PIXELS, MAX_VIDEO_ASPECT, MIN_SIDE } from '#server/ingest/limits.ts'
import { filmNotes } from '#server/ingest/notes/film-notes.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import type { ColorFacts, Rate, VideoFacts } from './facts.ts'
import {
  decodedTimes,
  type Packet,
  type Report,
  readReport,
  type Stream,
  type VideoInput,
} from './ffprobe.ts'
import { type Timing, timingOf } from './timing.ts'

/** Codecs of real footage; untrusted bytes do not reach ffmpeg's many other decoders. */
const CODECS =
  'h264 hevc av1 vp8 vp9 mpeg2video mpeg4 mjpeg dvvideo utvideo prores dnxhd ffv1 png qtrle'.split(' ')

/**
 * Reads headers and packet times; decodes only if the packets have no steady rate, or may be fields of frames. @throws
 * Refusal
 */
export async function probeVideo(input: VideoInput): Promise<VideoFacts> {
  const report = await readReport(input)
  const stream = videoStream(report.streams)
  if (!CODECS.includes(stream.codec_name))
    throw new Refusal(`its codec, ${stream.codec_name}, is not taken`, { code: 'codec' })
  refuseShape(stream)
  const packets = report.packets.filter(({ stream_index }) => stream_index === stream.index)
  const shown = packets.filter(({ flags }) => !flags.includes('D'))
  const timing = timingOf(shown.map(packetTime))
  refuseTiming(timing, claimedDuration(report, stream), stream.start_time ?? 0)
  const nominal = [rate(stream.r_frame_rate), rate(stream.avg_frame_rate)]
  const edited = shown.length < packets.length || startsLate(report, stream)
  const bytes = packets.reduce((sum, { size }) => sum + size, 0)
  const bitRate = Math.round((bytes * 8) / timing.duration)
  const known = facts(input.demuxer, stream)
  const steady = known.interlaced ? undefined : timing.steadyRate(nominal)
  const notes = filmNotes(report.format.tags)
  if (steady) return { ...known, ...times(timing, steady), edited, bitRate, notes }
  const decoded = timingOf(await decodedTimes(input, stream.index))
  refuseTiming(decoded, 0, 0)
  return { ...known, ...times(decoded, decoded.steadyRate(nominal)), edited, bitRate, notes }
}

const packetTime = ({ pts_time, dts_time, duration_time }: Packet) => ({
  start: pts_time ?? dts_time ?? 0,
  length: duration_time ?? 0,
})

/** Whether another stream begins well before this one, so that a copy would begin empty. */
const startsLate = ({ format }: Report, { start_time }: Stream) =>
  (start_time ?? 0) - (format.start_time ?? 0) > 0.1

function times(timing: Timing, steady: Rate | undefined) {
  return {
    rate: steady ?? timing.usualRate(),
    constantRate: steady !== undefined,
    duration: timing.duration,
    frames: timing.count,
  }
}

const tooLong = (seconds: number) => `${clock(seconds)} long; at most ${MAX_DURATION} s are taken`

function clock(seconds: number): string {
  if (seconds < 120) return `${seconds.toFixed(1)} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

function videoStream(streams: Stream[]): Stream {
  const found = streams.find((stream) => stream.codec_type === 'video' && !stream.disposition?.attached_pic)
  if (!found) throw new Refusal('no video stream in it', { code: 'kind' })
  return found
}

function refuseShape(stream: Stream): void {
  const { width, height } = displaySize(stream)
  const size = `${width}×${height}`
  if (width * height === 0) throw new Refusal('the size of its picture is unknown')
  if (stream.width * stream.height > MAX_PIXELS)
    throw new Refusal(`${size} is over 33 megapixels`, { code: 'tooLarge' })
  if (Math.min(width, height) < MIN_SIDE)
    throw new Refusal(`${size} is too small; at least ${MIN_SIDE} pixels a side`, { code: 'tooSmall' })
  if (Math.max(width, height) / Math.min(width, height) > MAX_VIDEO_ASPECT)
    throw new Refusal(`${size} is too narrow; at most ${MAX_VIDEO_ASPECT} to 1`, { code: 'shape' })
}

/** Seconds according to the header: the stream's, or the container's if this is its only stream. */
function claimedDuration({ format }: Report, stream: Stream): number {
  const own = stream.duration ?? clockSeconds(stream.tags.DURATION)
  return own ?? (format.nb_streams === 1 ? format.duration : undefined) ?? 0
}

/** Matroska's per-stream tag: `00:00:10.010000000`. */
function clockSeconds(clockTime: string | undefined): number | undefined {
  const [hours, minutes, rest] = (clockTime ?? '').split(':').map(Number)
  return rest === undefined ? undefined : (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + rest
}

/**
 * If frames end well before the header's duration, the rest of the file is missing. A fragmented file's duration counts
 * from zero, not from its first frame.
 */
function refuseTiming({ count, duration }: Timing, claimed: number, start: number): void {
  if (count < 2) throw new Refusal('fewer than two frames in it', { code: 'tooShort' })
  const real = Math.abs(claimed - start - duration) < Math.abs(claimed - duration) ? claimed - start : claimed
  if (duration > MAX_DURATION + 0.05)
    throw new Refusal(
      real > MAX_DURATION ? tooLong(real) : `over ${MAX_DURATION} s long, whatever its header says`,
      { code: 'tooLong' },
    )
  if (real - duration > Math.max(0.5, real * 0.05))
    throw new Refusal(
      `cut short: ${duration.toFixed(1)} s of the ${real.toFixed(1)} s that its header promises`,
    )
}

function facts(demuxer: VideoFacts['demuxer'], stream: Stream) {
  return {
    kind: 'video' as const,
    demuxer,
    stream: stream.index,
    codec: stream.codec_name,
    profile: stream.profile,
    level: stream.level,
    pixelFormat: stream.pix_fmt,
    ...displaySize(stream),
    rotation: rotation(stream),
    squarePixels: pixelAspect(stream) === 1,
    interlaced: !['progressive', 'unknown'].includes(stream.field_order),
    alpha:
      WITH_ALPHA.test(stream.pix_fmt) || stream.tags.alpha_mode === '1' || stream.tags.ALPHA_MODE === '1',
    color: color(stream),
    ticks: rate(stream.time_base).den,
  }
}

function displaySize(stream: Stream): { width: number; height: number } {
  const width = Math.round(stream.width * pixelAspect(stream))
  const turned = rotation(stream) % 180 !== 0
  return turned ? { width: stream.height, height: width } : { width, height: stream.height }
}

function pixelAspect(stream: Stream): number {
  const [num, den] = stream.sample_aspect_ratio.split(':').map(Number)
  return num && den ? num / den : 1
}

/** Newer ffprobe reports counter-clockwise side data, older a clockwise tag. */
function rotation(stream: Stream): number {
  const side = stream.side_data_list.find((data) => data.rotation !== undefined)?.rotation
  const clockwise = side === undefined ? Number(stream.tags.rotate ?? 0) : -side
  return (((Math.round(clockwise / 90) * 90) % 360) + 360) % 360
}

/** Formats with an alpha plane, or a palette that may have one. */
const WITH_ALPHA = /^(?:yuva|rgba|argb|bgra|abgr|gbrap|ya8|ya16|pal8)/
const IN_RGB = /^(?:rgb|bgr|gbr|argb|abgr|pal8|0rgb|0bgr)/

function color(stream: Stream): ColorFacts {
  const named = (tag: string) => (tag === 'unknown' || tag === 'reserved' ? '' : tag)
  const isRgb = IN_RGB.test(stream.pix_fmt)
  return {
    matrix: isRgb ? 'gbr' : named(stream.color_space) || usualMatrix(stream),
    transfer: named(stream.color_transfer) || 'bt709',
    primaries: named(stream.color_primaries) || 'bt709',
    fullRange: isRgb || stream.color_range === 'pc' || stream.pix_fmt.startsWith('yuvj'),
  }
}

/** Without a tag players decide by the size: standard definition is BT.601. */
const usualMatrix = ({ width, height }: Stream) => (width >= 1280 || height > 576 ? 'bt709' : 'smpte170m')

function rate(text: string): Rate {
  const [num, den] = text.split('/').map(Number)
  return { num: num || 0, den: den || 1 }
}
