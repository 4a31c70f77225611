import { MultiBar, Presets, type SingleBar } from 'cli-progress'
import type { Outcome } from '#server/ingest/ingest-file.ts'
import { type StepProgress, shareOf } from '#server/ingest/steps.ts'
import { describeOutcome } from './ingest-summary.ts'
import { fitted, textWidth } from './output.ts'

/** One bar for the folder, and one per file with its step and speed. */
export class ProgressBars {
  readonly #bars: MultiBar
  readonly #files = new Map<string, SingleBar>()
  readonly #shares = new Map<string, number>()
  readonly #width: number
  #total: SingleBar | undefined
  #pending = 0
  #done = 0
  #started = Date.now()

  constructor(stream: NodeJS.WriteStream) {
    this.#width = Math.max(12, Math.min(40, stream.columns - 56))
    const options = { stream, hideCursor: true, clearOnComplete: true, barsize: 16, linewrap: false }
    this.#bars = new MultiBar({ ...options, format: '{bar} {text}' }, Presets.shades_classic)
  }

  begin(files: number): void {
    this.#pending = files
    this.#started = Date.now()
    this.#total = this.#bars.create(1000, 0, { text: `0 of ${files}` })
  }

  progress(file: string, progress: StepProgress): void {
    const { step, speed } = progress
    const share = shareOf(progress)
    this.#shares.set(file, share)
    const bar = this.#files.get(file) ?? this.#bars.create(1000, 0, { text: '' })
    this.#files.set(file, bar)
    const pace = speed ? `${speed.toFixed(1)}× realtime` : ''
    bar.update(Math.round(share * 1000), { text: `${fitted(file, this.#width)} ${fitted(step, 18)} ${pace}` })
    this.#refresh()
  }

  outcome(outcome: Outcome): void {
    const bar = this.#files.get(outcome.file)
    if (bar) this.#bars.remove(bar)
    this.#files.delete(outcome.file)
    this.#shares.delete(outcome.file)
    if (outcome.result === 'made') this.#done++
    else this.#pending--
    const line = describeOutcome(outcome)
    if (outcome.result !== 'skipped') this.#bars.log(`${fitted(line, Math.max(textWidth(line), 1))}\n`)
    this.#refresh()
  }

  end(): void {
    this.#bars.stop()
  }

  /** Known files count as neither work nor progress. */
  #refresh(): void {
    const done = this.#done + [...this.#shares.values()].reduce((sum, share) => sum + share, 0)
    const ratio = this.#pending > 0 ? Math.min(1, done / this.#pending) : 1
    const seconds = (Date.now() - this.#started) / 1000
    const left = ratio > 0.005 ? clock((seconds * (1 - ratio)) / ratio) : '…'
    const text = `${this.#done} of ${this.#pending} clips, ${left} left`
    this.#total?.update(Math.round(ratio * 1000), { text })
  }
}

function clock(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
