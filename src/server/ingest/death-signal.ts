import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PREFIX = ['setpriv', '--pdeathsig', 'KILL', '--']

let found: Promise<string[]> | undefined

/** A command prefix that makes Linux kill the command when this process dies; empty if the system cannot. */
export function deathSignal(): Promise<string[]> {
  const [program = '', ...args] = PREFIX
  found ??= run(program, [...args, 'true'], { timeout: 5_000 }).then(
    () => PREFIX,
    () => [],
  )
  return found
}
