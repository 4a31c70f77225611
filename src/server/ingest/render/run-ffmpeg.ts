import type { Writable } from 'node:stream'
import { RENDER_TIMEOUT } from '#server/ingest/limits.ts'
import type { StepProgress } from '#server/ingest/plan/renditions.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import { runTool, ToolFailed } from './run-tool.ts'

export interface FfmpegRun {
  ffmpeg: string
  args: string[]
  /** Seconds of film that the run makes; the measure of progress. */
  seconds: number
  step: StepProgress['step']
  onProgress: (progress: StepProgress) => void
  signal?: AbortSignal | undefined
  feed?: ((input: Writable) => Promise<void>) | undefined
}

/** Renders. A decoder's complaint is the file's fault and becomes a Refusal; a full disk or a missing encoder is not. */
export async function runFfmpeg({
  ffmpeg,
  args,
  seconds,
  step,
  onProgress,
  signal,
  feed,
}: FfmpegRun): Promise<void> {
  const onLine = progressReader(
    (ratio, speed) => onProgress({ step, ratio, ...(speed ? { speed } : {}) }),
    seconds,
  )
  try {
    await runTool({ program: ffmpeg, args, timeout: RENDER_TIMEOUT, signal, onLine, feed })
  } catch (error) {
    if (error instanceof ToolFailed && !feed && isFilesFault(error))
      throw new Refusal(why(error), { cause: error })
    if (error instanceof ToolFailed) throw new Error(`${error.message}: ${error.log}`, { cause: error })
    throw error
  }
}

const isFilesFault = ({ log }: ToolFailed) =>
  !/No space left|Permission denied|Cannot allocate|Unknown encoder/.test(log)

function why({ log, timedOut }: ToolFailed): string {
  if (timedOut) return 'decoding it takes too long'
  const line = log.split('\n')[0] ?? ''
  return `broken: its frames do not decode (${line
    .replace(/^\[[^\]]*\] /, '')
    .replace(/file:\S*/g, '')
    .slice(0, 160)})`
}

/** ffmpeg's `-progress` lines come in blocks that end with `progress=`. */
function progressReader(report: (ratio: number, speed: number | undefined) => void, seconds: number) {
  let ratio = 0
  let speed: number | undefined
  return (line: string) => {
    const [key, value = ''] = line.split('=')
    if (key === 'out_time_us' || key === 'out_time_ms')
      ratio = Math.min(1, (Number(value) || 0) / 1e6 / seconds)
    if (key === 'speed') speed = Number.parseFloat(value) || undefined
    if (key === 'progress') report(ratio, speed)
  }
}
