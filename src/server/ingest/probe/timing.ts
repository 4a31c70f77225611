import type { Rate } from './facts.ts'

/** When a frame is shown and for how long, in seconds; a length of 0 is unknown. */
export interface FrameTime {
  start: number
  length: number
}

/** Rates and length, from the times of the frames. */
export interface Timing {
  count: number
  /** Seconds from the first frame to the end of the last. */
  duration: number
  /** The first of these rates that every frame keeps; undefined if there is none. */
  steadyRate(rates: Rate[]): Rate | undefined
  /** The lowest usual rate that drops almost no frame. */
  usualRate(): Rate
}

/** Seconds. Matroska's grid is 1 ms, and rounding adds to it. */
const TOLERANCE = 0.0021
/** Share of frames that a usual rate may drop. */
const DROPPED = 0.02
const MOST = 240

export const USUAL_RATES: Rate[] = [5, 10, 15, 24, 25, 30, 50, 60].map((num) => ({ num, den: 1 }))
const NTSC_RATES: Rate[] = [24, 30, 60].map((num) => ({ num: num * 1000, den: 1001 }))

/** Times in any order, of decoded frames or of packets. */
export function timingOf(frames: FrameTime[]): Timing {
  const sorted = frames.toSorted((a, b) => a.start - b.start)
  const starts = sorted.map(({ start }) => start - (sorted[0]?.start ?? 0))
  const last = starts.at(-1) ?? 0
  const step = starts.length > 1 ? last / (starts.length - 1) : 0
  return {
    count: starts.length,
    duration: last + (sorted.at(-1)?.length || step),
    steadyRate: (rates) => [...rates, ...USUAL_RATES, ...NTSC_RATES].find((rate) => isSteady(starts, rate)),
    usualRate: () => USUAL_RATES.find((rate) => dropped(starts, rate) <= DROPPED) ?? { num: 60, den: 1 },
  }
}

function isSteady(starts: number[], { num, den }: Rate): boolean {
  if (num <= 0 || num / den > MOST) return false
  return starts.every((start, i) => Math.abs(start - (i * den) / num) <= TOLERANCE)
}

/** Share of frames that fall into another frame's slot, with the slots at their best offset. */
function dropped(starts: number[], { num, den }: Rate): number {
  const slots = (phase: number) =>
    new Set(starts.map((start) => Math.floor((start * num) / den + phase))).size
  return 1 - Math.max(...[0, 0.25, 0.5, 0.75].map(slots)) / starts.length
}
