import type { Logger } from 'pino'

export interface Polling {
  /** Ends the current pause, or the next one if a turn is under way. */
  wake(): void
  /** Resolves when the last turn has ended. */
  stop(): Promise<void>
}

/** Calls `turn` every `everyMs`, sooner when woken, never twice at a time. Repeated failures are logged once. */
export function startPolling(
  turn: () => Promise<void>,
  { name, everyMs, log }: { name: string; everyMs: number; log: Logger },
): Polling {
  let stopped = false
  let failing = false
  let woken = Promise.withResolvers<void>()

  async function attempt(): Promise<void> {
    try {
      await turn()
      if (failing) log.info(`${name}: polling works again`)
      failing = false
    } catch (err) {
      if (!failing) log.error({ err }, `${name}: polling failed`)
      failing = true
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      woken = Promise.withResolvers()
      await attempt()
      const timer = setTimeout(woken.resolve, everyMs)
      timer.unref()
      await woken.promise
      clearTimeout(timer)
    }
  }

  const ended = run()
  return {
    wake: () => woken.resolve(),
    stop() {
      stopped = true
      woken.resolve()
      return ended
    },
  }
}
