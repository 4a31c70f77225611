import { z } from 'zod'
import { MAX_DURATION, MAX_PIXELS, MAX_VIDEO_ASPECT, MIN_SIDE, PROBE_TIMEOUT } from '#server/ingest/limits.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import { runTool, ToolFailed } from '#server/ingest/run-tool.ts'
import type { Tools } from '#server/ingest/tools.ts'
import { type Packets, readPackets } from './packets.ts'
import type { ColorFacts, Rate, VideoFacts } from './probe.ts'
import { safeInput } from './safe-input.ts'

const Stream = z.object({
  index: z.number(),
  codec_type: z.string().default(''),
  codec_name: z.string().default('unknown'),
  profile: z.union([z.string(), z.number()]).transform(String).default(''),
  level: z.number().default(0),
  pix_fmt: z.string().default(''),
  width: z.number().default(0),
  height: z.number().default(0),
  sample_aspect_ratio: z.string().default('1:1'),
  field_order: z.string().default('progressive'),
  color_space: z.string().default(''),
  color_transfer: z.string().default(''),
  color_primaries: z.string().default(''),
  color_range: z.string().default(''),
  r_frame_rate: z.string().default('0/0'),
  avg_frame_rate: z.string().default('0/0'),
  duration: z.coerce.number().optional().catch(undefined),
  disposition: z.object({ attached_pic: z.number().default(0) }).optional(),
  tags: z.record(z.string(), z.string()).default({}),
  side_data_list: z.array(z.object({ rotation: z.coerce.number().optional() })).default([]),
})
type Stream = z.infer<typeof Stream>

const Report = z.object({
  streams: z.array(Stream).default([]),
  format: z.object({ duration: z.coerce.number().optional().catch(undefined) }).default({}),
})

/** What footage really comes in; untrusted bytes do not reach ffmpeg's many other decoders. */
const CODECS = 'h264 hevc av1 vp8 vp9 mpeg4 mjpeg prores dnxhd ffv1 png qtrle'.split(' ')

interface VideoInput {
  path: string
  demuxer: 'mov' | 'matroska'
  tools: Tools
  signal?: AbortSignal | undefined
}

/** Reads headers and packet times without decoding. @throws Refusal */
export async function probeVideo(input: VideoInput): Promise<VideoFacts> {
  const report = Report.parse(
    JSON.parse(await ffprobe(input, ['-of', 'json', '-show_streams', '-show_format'])),
  )
  const stream = videoStream(report.streams)
  const claimed = Math.max(report.format.duration ?? 0, stream.duration ?? 0)
  if (claimed > MAX_DURATION + 0.05) throw new Refusal(tooLong(claimed))
  if (!CODECS.includes(stream.codec_name)) throw new Refusal(`its codec, ${stream.codec_name}, is not taken`)
  refuseShape(stream)
  const packets = readPackets(await ffprobe(input, packetArgs(stream.index)))
  refuseTiming(packets, claimedDuration(report, stream))
  return facts(input.demuxer, stream, packets)
}

/** Reads a few seconds past the limit, since a header may lie about the length. */
const packetArgs = (stream: number) => [
  ...['-select_streams', String(stream), '-read_intervals', `%+${MAX_DURATION + 5}`],
  ...['-show_entries', 'packet=pts_time,dts_time,duration_time,size', '-of', 'compact=p=0'],
]

async function ffprobe({ path, demuxer, tools, signal }: VideoInput, what: string[]): Promise<string> {
  const args = ['-v', 'error', '-hide_banner', ...what, ...safeInput(path, demuxer)]
  try {
    return await runTool({ program: tools.ffprobe, args, timeout: PROBE_TIMEOUT, signal })
  } catch (error) {
    if (error instanceof ToolFailed) throw new Refusal(unreadable(error), { cause: error })
    throw error
  }
}

function unreadable({ log, timedOut }: ToolFailed): string {
  if (timedOut) return 'reading its headers takes too long'
  if (/moov atom not found/.test(log)) return 'cut short: the index of the video (moov) is missing'
  return `not readable as a video: ${lastLine(log)}`
}

const lastLine = (log: string) => (log.split('\n').pop() ?? '').replace(/^.*?file:.*?: /, '').slice(0, 200)

const tooLong = (seconds: number) => `${clock(seconds)} long; at most ${MAX_DURATION} s are taken`

function clock(seconds: number): string {
  if (seconds < 120) return `${seconds.toFixed(1)} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

function videoStream(streams: Stream[]): Stream {
  const found = streams.find((stream) => stream.codec_type === 'video' && !stream.disposition?.attached_pic)
  if (!found) throw new Refusal('no video stream in it')
  return found
}

function refuseShape(stream: Stream): void {
  const { width, height } = displaySize(stream)
  const size = `${width}×${height}`
  if (width * height === 0) throw new Refusal('the size of its picture is unknown')
  if (stream.width * stream.height > MAX_PIXELS) throw new Refusal(`${size} is over 33 megapixels`)
  if (Math.min(width, height) < MIN_SIDE)
    throw new Refusal(`${size} is too small; at least ${MIN_SIDE} pixels a side`)
  if (Math.max(width, height) / Math.min(width, height) > MAX_VIDEO_ASPECT)
    throw new Refusal(`${size} is too narrow; at most ${MAX_VIDEO_ASPECT} to 1`)
}

/** Seconds by the header: the stream's, or the container's if this is its only stream. */
function claimedDuration({ streams, format }: z.infer<typeof Report>, stream: Stream): number {
  const own = stream.duration ?? seconds(stream.tags.DURATION)
  return own ?? (streams.length === 1 ? format.duration : undefined) ?? 0
}

/** Matroska's per-stream tag: `00:00:10.010000000`. */
function seconds(clockTime: string | undefined): number | undefined {
  const [hours, minutes, rest] = (clockTime ?? '').split(':').map(Number)
  return rest === undefined ? undefined : (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + rest
}

/** Where packets end well before the header's duration, the rest of the file is missing. */
function refuseTiming(packets: Packets, claimed: number): void {
  if (packets.count < 2) throw new Refusal('fewer than two frames in it')
  if (packets.duration > MAX_DURATION + 0.05)
    throw new Refusal(`over ${MAX_DURATION} s long, whatever its header says`)
  if (claimed - packets.duration > Math.max(0.5, claimed * 0.05))
    throw new Refusal(
      `cut short: ${packets.duration.toFixed(1)} s of the ${claimed.toFixed(1)} s that its header promises`,
    )
}

function facts(demuxer: VideoFacts['demuxer'], stream: Stream, packets: Packets): VideoFacts {
  const nominal = rate(stream.r_frame_rate)
  const constantRate = packets.steadyAt(nominal)
  return {
    kind: 'video',
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
    color: color(stream),
    rate: constantRate ? nominal : usualRate(packets.count / packets.duration),
    constantRate,
    duration: packets.duration,
    frames: packets.count,
    bitRate: Math.round((packets.bytes * 8) / packets.duration),
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

function color(stream: Stream): ColorFacts {
  const named = (tag: string) => (tag === 'unknown' || tag === 'reserved' ? '' : tag)
  return {
    matrix: named(stream.color_space),
    transfer: named(stream.color_transfer),
    primaries: named(stream.color_primaries),
    fullRange: stream.color_range === 'pc' || stream.pix_fmt.startsWith('yuvj'),
  }
}

function rate(text: string): Rate {
  const [num, den] = text.split('/').map(Number)
  return { num: num || 0, den: den || 1 }
}

/** The lowest usual rate that drops next to no frame. */
function usualRate(average: number): Rate {
  const num = [5, 10, 15, 24, 25, 30, 50, 60].find((usual) => usual >= average - 0.5) ?? 60
  return { num, den: 1 }
}
