import { RENDER_TIMEOUT } from '#server/ingest/limits.ts'
import type { Paths, Plan } from '#server/ingest/plan/plan.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import { type Feed, runTool, ToolFailed } from '#server/ingest/run-tool.ts'
import type { StepProgress } from '#server/ingest/steps.ts'
import type { RenderJob } from './render-job.ts'

/** Runs a plan. @throws Refusal if the file does not decode; other errors, such as a full disk, pass through */
export async function runFfmpeg(
  { tools, onProgress, signal }: Pick<RenderJob, 'tools' | 'onProgress' | 'signal'>,
  step: StepProgress['step'],
  { args, seconds, folder }: Plan & Pick<Paths, 'folder'>,
  feed?: Feed,
): Promise<void> {
  const report = (ratio: number, speed: number | undefined) =>
    onProgress({ step, ratio, ...(speed ? { speed } : {}) })
  const onLine = progressReader(report, seconds)
  try {
    await runTool({
      program: tools.ffmpeg,
      args,
      writes: folder,
      timeout: RENDER_TIMEOUT,
      signal,
      onLine,
      feed,
    })
  } catch (error) {
    if (!(error instanceof ToolFailed)) throw error
    if (!feed && isFilesFault(error)) throw new Refusal(reason(error), { cause: error })
    throw new Error(`${error.message}: ${error.log}`, { cause: error })
  }
}

/** A damaged file may claim a frame that no memory holds: then reading it fails, not decoding or encoding. */
const isFilesFault = ({ log }: ToolFailed) =>
  /Error during demuxing: Cannot allocate/.test(log) ||
  !/No space left|Permission denied|Cannot allocate|Unknown encoder/.test(log)

function reason({ log, timedOut }: ToolFailed): string {
  if (timedOut) return 'decoding it takes too long'
  const line = log.split('\n')[0] ?? ''
  const bare = line.replace(/^\[[^\]]*\] /, '').replace(/file:\S*/g, '')
  return `broken: its frames do not decode (${bare.slice(0, 160)})`
}

/** ffmpeg's `-progress` lines come in blocks that end with `progress=`. */
function progressReader(report: (ratio: number, speed: number | undefined) => void, seconds: number) {
  let ratio = 0
  let speed: number | undefined
  return (line: string) => {
    const [key, value = ''] = line.split('=')
    // ffmpeg writes both in microseconds.
    if (key === 'out_time_us' || key === 'out_time_ms')
      ratio = Math.min(1, (Number(value) || 0) / 1e6 / seconds)
    if (key === 'speed') speed = Number.parseFloat(value) || undefined
    if (key === 'progress') report(ratio, speed)
  }
}
