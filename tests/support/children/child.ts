import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { childEnvironment } from '../child-environment.ts'
import { watchLine } from '../leaks/leaks.ts'
import { watchOutput } from '../leaks/watched-log.ts'

/** A Node process that runs a TypeScript module, and its output lines. */
export interface Child {
  process: ChildProcessWithoutNullStreams
  lines: AsyncIterableIterator<string>
}

export function spawnModule(module: URL, args: string[]): Child {
  const child = spawn(process.execPath, [module.pathname, ...args], {
    env: { ...process.env, ...childEnvironment },
  })
  watchOutput(child.stderr, { level: 'fatal', say: (line) => process.stderr.write(`${line}\n`) })
  const lines = createInterface(child.stdout).on('line', (line) => watchLine(line))
  return { process: child, lines: lines[Symbol.asyncIterator]() }
}

/** Each input line: claims a spot for every given person at once and prints the outcomes. */
export async function outputOf(module: URL, args: string[]): Promise<string> {
  const { process: child, lines } = spawnModule(module, args)
  const ended = once(child, 'exit')
  const said: string[] = []
  for await (const line of lines) said.push(line)
  const [code] = await ended
  if (code !== 0) throw new Error(`${module.pathname} ended with ${code}`)
  return said.join('\n')
}
