import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Config } from '#server/config/config.ts'
import { openLogger } from '#server/logger.ts'
import { watchLine } from './leaks.ts'
import type { Settings } from './secrets.ts'

const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: 99 }

/**
 * A logger all of whose lines are searched, however low their level; `write` is given those of `level` and above, as
 * the product writes them.
 */
export function watchedLogger(
  level: Config['logLevel'] = 'silent',
  { write, settings }: { write?: (line: string) => void; settings?: Settings } = {},
): Logger {
  return openLogger('trace', {
    write(line) {
      watchLine(line, settings)
      if (write && levelOf(line) >= LEVELS[level]) write(line)
    },
  })
}

/** Searches what a process says, line by line; `say` is given the lines of `level` and above. Resolves at its end. */
export async function watchOutput(
  output: Readable,
  {
    level = 'silent',
    say,
    settings,
  }: { level?: Config['logLevel']; say?: (line: string) => unknown; settings?: Settings },
): Promise<void> {
  for await (const line of createInterface(output)) {
    watchLine(line, settings)
    if (say && levelOf(line) >= LEVELS[level]) say(line)
  }
}

/** As watchOutput(), of both of a process's outputs; what is to be said goes to this process's own. */
export async function watchProcess(
  { stdout, stderr }: { stdout: Readable | null; stderr: Readable | null },
  { level, settings }: { level: Config['logLevel']; settings?: Settings },
): Promise<void> {
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const outputs = [stdout, stderr].filter((output) => output !== null)
  await Promise.all(outputs.map((output) => watchOutput(output, { level, say, settings })))
}

/** What is no line of our log, such as what Node says when it dies, is always to be said. */
function levelOf(line: string): number {
  const [, level] = /^\{"level":(\d+)/.exec(line) ?? []
  return level ? Number(level) : LEVELS.fatal
}
