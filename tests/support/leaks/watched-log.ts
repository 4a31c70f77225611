import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Config } from '#server/config/config.ts'
import { openLogger } from '#server/logger.ts'
import { watchLine } from './leaks.ts'
import type { Settings } from './secrets.ts'

const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: 99 }

/** A logger that searches every line for secrets, whatever its level; `write` gets those of `level` and above. */
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

/**
 * Searches a process's output line by line; `say` gets the lines of `level` and above. Resolves when the output ends.
 */
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

/** Like watchOutput() for both outputs of a process; passes lines on to this process's own. */
export async function watchProcess(
  { stdout, stderr }: { stdout: Readable | null; stderr: Readable | null },
  { level, settings }: { level: Config['logLevel']; settings?: Settings },
): Promise<void> {
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const outputs = [stdout, stderr].filter((output) => output !== null)
  await Promise.all(outputs.map((output) => watchOutput(output, { level, say, settings })))
}

/** Lines that are not from our log, such as a crash report of Node, are always shown. */
function levelOf(line: string): number {
  const [, level] = /^\{"level":(\d+)/.exec(line) ?? []
  return level ? Number(level) : LEVELS.fatal
}
