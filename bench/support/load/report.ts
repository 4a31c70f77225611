import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'

type Row = Record<string, string | number>

/** A target: `value` must be at least or at most `bar`. An undefined value was not measured. */
export interface Bar {
  what: string
  value: number | undefined
  atLeast?: number
  atMost?: number
  unit?: string
}

export interface Findings {
  name: string
  rows: readonly Row[]
  bars: readonly Bar[]
  /** All samples, saved beside the medians. */
  raw?: unknown
  notes?: readonly string[]
}

const RESULTS = join(import.meta.dirname, '../../results')
/** Load average before the start, since the bench itself adds load. */
const [LOAD] = loadavg()

/** Prints the figures and whether each bar holds, and saves both in `bench/results/NAME.json`. */
export function report({ name, rows, bars, raw, notes = [] }: Findings): void {
  console.log(`\n${name}\n`)
  print(rows)
  print(bars.map(barRow))
  for (const note of notes) console.log(note)
  const machine = {
    processor: cpus()[0]?.model,
    cores: availableParallelism(),
    load: LOAD,
    node: process.version,
  }
  mkdirSync(RESULTS, { recursive: true })
  const file = join(RESULTS, `${name}.json`)
  writeFileSync(
    file,
    JSON.stringify({ date: new Date().toISOString(), machine, rows, bars, notes, raw }, null, 2),
  )
  console.log(`load before the start ${LOAD?.toFixed(2)}; written to ${file}\n`)
}

/** Prints what is skipped, and why. */
export function skip(peer: string, reason: unknown): undefined {
  console.log(`skipped ${peer}: ${reason instanceof Error ? reason.message.split('\n')[0] : reason}`)
}

/** Rounded to the digits that matter. */
export function rounded(value: number | undefined): number | string {
  if (value === undefined || Number.isNaN(value)) return '–'
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return Number(value.toFixed(Math.abs(value) < 0.1 ? 4 : digits))
}

function barRow({ what, value, atLeast, atMost, unit = '' }: Bar): Row {
  const holds = value !== undefined && value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity)
  const bar = atLeast === undefined ? `≤ ${atMost}${unit}` : `≥ ${atLeast}${unit}`
  const verdict = value === undefined ? 'not measured' : holds ? 'holds' : 'DOES NOT HOLD'
  return { bar: what, wanted: bar, measured: value === undefined ? '–' : `${rounded(value)}${unit}`, verdict }
}

function print(rows: readonly Row[]): void {
  const columns = Object.keys(rows[0] ?? {})
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)))
  for (const line of lines)
    console.log(
      line
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    )
  console.log('')
}
