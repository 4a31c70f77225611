import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { compileCache } from './compile-cache.ts'
import { watchLine } from './leaks/leaks.ts'

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

/** Starts the command line in a process of its own, with these settings instead of the machine's. */
export function startCli(args: string[], env: Record<string, string>, input = ''): CliRun {
  const settings = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...compileCache, ...env }
  const child = spawn(process.execPath, [NAGARE, ...args], { env: settings, stdio: 'pipe' })
  child.stdin.end(input)
  const ended = once(child, 'close')
  const result = Promise.all([ended, text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]): CliResult => {
      // What it prints is for who asked, and may be a key; what it logs is not.
      const logged = stdout.split('\n').filter((line) => line.startsWith('{"level":'))
      for (const line of [...logged, ...stderr.split('\n')]) watchLine(line, settings)
      return { code, stdout, stderr }
    },
  )
  return { child, result }
}

export function runCli(args: string[], env: Record<string, string>, input = ''): Promise<CliResult> {
  return startCli(args, env, input).result
}
