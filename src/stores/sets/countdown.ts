import { atom, type ReadableAtom } from 'nanostores'
import { type TimeLeft, timeLeft } from '#domain/sets/time-left.ts'

/** Milliseconds; a clock that was set, or a computer that slept, is noticed after this long. */
const TICK_MS = 20_000

export interface Countdown {
  $left: ReadableAtom<TimeLeft>
  /** Ends it at once, where the server has said so. */
  end(): void
  stop(): void
}

/** What is left until `expiry`, kept true as time passes. */
export function openCountdown(expiry: string, now: () => number = Date.now): Countdown {
  const end = new Date(expiry)
  const read = () => timeLeft(end, new Date(now()))
  const $left = atom(read())
  const stopped = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  function tick() {
    clearTimeout(timer)
    if (stopped.signal.aborted) return
    const left = read()
    if (!isSame(left, $left.get())) $left.set(left)
    if (left.ended) return
    timer = setTimeout(tick, Math.min(TICK_MS, end.getTime() - now() + 1))
  }

  function stop() {
    stopped.abort()
    clearTimeout(timer)
  }

  // A tab in the background, or brought back by the back button, is late.
  for (const [target, event] of [
    [globalThis.document, 'visibilitychange'],
    [globalThis.window, 'pageshow'],
  ] as const)
    target?.addEventListener(event, tick, { signal: stopped.signal })
  tick()
  return {
    $left,
    stop,
    end() {
      stop()
      $left.set({ ended: true })
    },
  }
}

function isSame(a: TimeLeft, b: TimeLeft): boolean {
  if (a.ended || b.ended) return a.ended === b.ended
  return a.amount === b.amount && a.unit === b.unit
}
