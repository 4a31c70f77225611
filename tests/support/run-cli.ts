import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { runCommand } from '#cli/run-command.ts'
import { childEnvironment } from './child-environment.ts'
import { watchLine } from './leaks/leaks.ts'
import type { Settings } from './leaks/secrets.ts'

const NAGARE = fileURLToPath(new URL('../../src/cli/nagare.ts', import.meta.url))

export interface CliResult {
  code: number | null
  stdout: string
  stderr: string
}

export interface CliRun {
  child: ChildProcess
  result: Promise<CliResult>
}

/** Starts a command in a process of its own, with only these settings. */
export function startCli(args: string[], env: Record<string, string>, input = ''): CliRun {
  const settings = { ...settingsOf(env), ...childEnvironment }
  const child = spawn(process.execPath, [NAGARE, ...args], { env: settings, stdio: 'pipe' })
  child.stdin.end(input)
  const ended = once(child, 'close')
  const result = Promise.all([ended, text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]): CliResult => watched({ code, stdout, stderr }, settings),
  )
  return { child, result }
}

export function runCli(args: string[], env: Record<string, string>, input = ''): Promise<CliResult> {
  return startCli(args, env, input).result
}

/** Runs a command in this process, one at a time: a new process takes half a second to load. */
export async function runCommandHere(
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<CliResult> {
  const before = {
    env: process.env,
    stdin: process.stdin,
    out: process.stdout.write,
    err: process.stderr.write,
  }
  const written = { stdout: '', stderr: '' }
  const settings = settingsOf(env)
  process.env = { ...settings }
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true })
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (chunk: string | Uint8Array) => {
      written[name] += chunk
      return true
    }
  try {
    return watched({ code: await runCommand(args), ...written }, settings)
  } finally {
    process.exitCode = undefined
    process.env = before.env
    Object.defineProperty(process, 'stdin', { value: before.stdin, configurable: true })
    process.stdout.write = before.out
    process.stderr.write = before.err
  }
}

function settingsOf(env: Record<string, string>): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env }
}

/** Printed output may hold a key for the operator, a log line may not. */
function watched(result: CliResult, settings: Settings): CliResult {
  const logged = result.stdout.split('\n').filter((line) => line.startsWith('{"level":'))
  for (const line of [...logged, ...result.stderr.split('\n')]) watchLine(line, settings)
  return result
}
