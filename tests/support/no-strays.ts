import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 10_000
/** Ends with vitest itself. */
const VITEST = /^vitest-watchdog/

/** Vitest's first global set-up, so that its end comes last: no process that a test started may outlive the run. */
export default function noStrays(): () => Promise<void> {
  return async () => {
    const mark = `NAGARE_TEST_FOLDER=${process.env.NAGARE_TEST_FOLDER}`
    const until = performance.now() + PATIENCE_MS
    while (strays(mark).length > 0 && performance.now() < until) await sleep(100)
    const left = strays(mark)
    for (const { pid } of left) process.kill(pid, 'SIGKILL')
    if (left.length === 0) return
    // Vitest prints an error from a set-up, and still reports success.
    process.exitCode = 1
    throw new Error(`processes outlived the tests:\n${left.map(({ command }) => command).join('\n')}`)
  }
}

/** Processes of this run by their environment, on Linux. */
function strays(mark: string): { pid: number; command: string }[] {
  return processes().flatMap((pid) => {
    const file = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8')
    try {
      if (pid === process.pid || !file('environ').split('\0').includes(mark)) return []
      const command = file('cmdline').replaceAll('\0', ' ').slice(0, 500)
      return VITEST.test(command) ? [] : [{ pid, command }]
    } catch {
      // It has ended, or belongs to another user.
      return []
    }
  })
}

function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}
