import { atom, type ReadableAtom } from 'nanostores'
import { type TimeLeft, timeLeft } from '#domain/sets/time-left.ts'

/** Milliseconds; also the delay after which a changed clock or a wake-up shows. */
const TICK_MS = 20_000

export interface Countdown {
  $left: ReadableAtom<TimeLeft>
  /** Ends it at once, because the server said so. */
  end(): void
  stop(): void
}

/** Time left until `expiry`, updated as it passes. */
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

  // Timers are late in background tabs and after the back button.
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
