import type { Rate } from './probe.ts'

/** What the packets of a video stream show without decoding. */
export interface Packets {
  count: number
  bytes: number
  /** Seconds from the first frame to the end of the last. */
  duration: number
  /** Whether every frame keeps to this rate, within Matroska's 1 ms grid. */
  steadyAt(rate: Rate): boolean
}

/** Seconds. */
const TOLERANCE = 0.0021

/** Parses ffprobe's `compact` packet lines: `pts_time=0.033|dts_time=…|duration_time=…|size=…`. */
export function readPackets(text: string): Packets {
  const rows = text.split('\n').filter(Boolean).map(fields)
  const starts = rows.map((row) => row.start).sort((a, b) => a - b)
  const first = starts[0] ?? 0
  const last = starts.at(-1) ?? 0
  const step = rows.length > 1 ? (last - first) / (rows.length - 1) : 0
  const lastLength = rows.find((row) => row.start === last)?.length || step
  return {
    count: rows.length,
    bytes: rows.reduce((sum, row) => sum + row.size, 0),
    duration: last - first + lastLength,
    steadyAt: (rate) => isSteady(starts, rate),
  }
}

function fields(line: string): { start: number; length: number; size: number } {
  const values = Object.fromEntries(line.split('|').map((pair) => pair.split('=')))
  const start = Number(values.pts_time)
  return {
    start: Number.isFinite(start) ? start : Number(values.dts_time) || 0,
    length: Number(values.duration_time) || 0,
    size: Number(values.size) || 0,
  }
}

function isSteady(starts: number[], { num, den }: Rate): boolean {
  if (num <= 0 || num / den > 240) return false
  const first = starts[0] ?? 0
  return starts.every((start, i) => Math.abs(start - first - (i * den) / num) <= TOLERANCE)
}
