import { z } from 'zod'
import { MAX_DURATION, PROBE_TIMEOUT, RENDER_TIMEOUT } from '#server/ingest/limits.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import { runTool, ToolFailed } from '#server/ingest/run-tool.ts'
import type { Tools } from '#server/ingest/tools.ts'
import type { Demuxer } from './facts.ts'
import { safeInput } from './safe-input.ts'
import type { FrameTime } from './timing.ts'

const seconds = z.coerce.number().optional().catch(undefined)

const Tags = z.record(z.string(), z.string()).default({})

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
  time_base: z.string().default('1/1000'),
  r_frame_rate: z.string().default('0/0'),
  avg_frame_rate: z.string().default('0/0'),
  start_time: seconds,
  duration: seconds,
  disposition: z.object({ attached_pic: z.number().default(0) }).optional(),
  tags: Tags,
  side_data_list: z.array(z.object({ rotation: z.coerce.number().optional() })).default([]),
})
export type Stream = z.infer<typeof Stream>

const Packet = z.object({
  stream_index: z.number(),
  pts_time: seconds,
  dts_time: seconds,
  duration_time: seconds,
  size: z.coerce.number().default(0),
  flags: z.string().default(''),
})
export type Packet = z.infer<typeof Packet>

const Report = z.object({
  streams: z.array(Stream).default([]),
  packets: z.array(Packet).default([]),
  format: z
    .object({ nb_streams: z.number().default(0), start_time: seconds, duration: seconds, tags: Tags })
    .default({ nb_streams: 0, tags: {} }),
})
export type Report = z.infer<typeof Report>

/** Releases before 6.0 name a frame's length `pkt_duration_time`. */
const Frames = z.object({
  frames: z.array(
    z.object({
      best_effort_timestamp_time: seconds,
      duration_time: seconds,
      pkt_duration_time: seconds,
    }),
  ),
})

export interface VideoInput {
  path: string
  demuxer: Demuxer
  tools: Tools
  signal?: AbortSignal | undefined
}

/** Headers of the video streams, and the times of their packets, without decoding. @throws Refusal */
export async function readReport(input: VideoInput): Promise<Report> {
  return Report.parse(JSON.parse(await ffprobe(input, HEADERS, PROBE_TIMEOUT)))
}

/** One process reads everything, a few seconds past the limit, since a header may lie about the length. */
const HEADERS = [
  ...['-of', 'json', '-select_streams', 'V', '-show_streams', '-show_format'],
  ...['-read_intervals', `%+${MAX_DURATION + 5}`],
  ...['-show_entries', 'packet=stream_index,pts_time,dts_time,duration_time,size,flags'],
]

/** When frames are shown; the packets of some files do not say. @throws Refusal */
export async function decodedTimes(input: VideoInput, stream: number): Promise<FrameTime[]> {
  const entries = 'frame=best_effort_timestamp_time,duration_time,pkt_duration_time'
  const args = ['-of', 'json', '-select_streams', String(stream), '-show_entries', entries]
  const { frames } = Frames.parse(JSON.parse(await ffprobe(input, args, RENDER_TIMEOUT)))
  return frames.map(({ best_effort_timestamp_time, duration_time, pkt_duration_time }) => ({
    start: best_effort_timestamp_time ?? 0,
    length: duration_time ?? pkt_duration_time ?? 0,
  }))
}

async function ffprobe(
  { path, demuxer, tools, signal }: VideoInput,
  what: string[],
  timeout: number,
): Promise<string> {
  const args = ['-v', 'error', '-hide_banner', ...what, ...safeInput(path, demuxer)]
  try {
    return await runTool({ program: tools.ffprobe, args, timeout, signal })
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
