import { type ChildProcess, fork, type StdioOptions, spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { distFolder } from './dist-folder.ts'

/** Modules that run in processes of their own, one of them in a thread, by path below src/server; the build makes a file of each. */
export const OWN_MODULES = [
  'library/bulk/bulk-worker',
  'licences/certificate-worker',
  'search/index/rerank-worker',
  'search/text/japanese/dictionary-worker',
  'sheets/read-import-worker',
  'start/renderer',
] as const

export type OwnModule = (typeof OWN_MODULES)[number]

/** Where the module is: in `src`, or in the built site. */
export function ownModule(name: OwnModule): URL {
  if (import.meta.url.endsWith('.ts')) return new URL(`../${name}.ts`, import.meta.url)
  return pathToFileURL(join(distFolder(), 'server', builtModule(name)))
}

/** File name in `dist/server`. */
export function builtModule(name: OwnModule): string {
  return `${name.replaceAll('/', '-')}.mjs`
}

interface Options {
  /** 0 is as important as the server, 19 the least. */
  niceness: number
  args?: readonly string[]
  /** Without the server's, whose heap is small for short pauses: nobody waits for these processes. */
  nodeOptions?: readonly string[]
  env?: NodeJS.ProcessEnv
}

/** Starts one of our modules in a process that takes and sends messages. */
export function startModule(
  name: OwnModule,
  { niceness, args = [], nodeOptions = [], env }: Options,
): ChildProcess {
  const [execPath, ...execArgv] = nice(niceness, [process.execPath, ...nodeOptions])
  return fork(ownModule(name), args, { execPath, execArgv, serialization: 'advanced', ...(env && { env }) })
}

/** The command line; absent if only the built site is here. */
export const OWN_PROGRAM = join(distFolder(), '../src/cli/nagare.ts')

/** Starts a command of ours at low priority, so that visitors do not wait for it. */
export function startCommand(
  args: readonly string[],
  { stdio, env = process.env }: { stdio: StdioOptions; env?: NodeJS.ProcessEnv },
): ChildProcess {
  const [program, ...rest] = nice(10, [process.execPath, OWN_PROGRAM, ...args])
  return spawn(program, rest, { stdio, env })
}

/** A command that lets others go first. Node's own threads would keep their priority if the program lowered its own. */
function nice(niceness: number, command: readonly string[]): [string, ...string[]] {
  const words = process.platform === 'win32' ? command : ['nice', '-n', String(niceness), ...command]
  return words as [string, ...string[]]
}
