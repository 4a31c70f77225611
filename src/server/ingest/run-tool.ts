import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { MEMORY_LIMIT } from './limits.ts'
import { sandboxPrefix } from './sandbox.ts'

/** ffmpeg or ffprobe failed. `log` is the end of its standard error. */
export class ToolFailed extends Error {
  override name = 'ToolFailed'
  readonly log: string
  readonly timedOut: boolean

  constructor(message: string, log: string, timedOut: boolean) {
    super(message)
    this.log = log
    this.timedOut = timedOut
  }
}

/** Writes a program's standard input. If it rejects, the run fails. */
export type Feed = (input: Writable) => Promise<void>

export interface ToolRun {
  program: string
  args: readonly string[]
  /** The only folder it may write to, if the system can enforce that; default: none. */
  writes?: string | undefined
  /** Milliseconds until the process is killed. */
  timeout: number
  /** Bytes of data it may use; default: 8 GB of address space. */
  memory?: number | undefined
  signal?: AbortSignal | undefined
  /** Gets each line of standard output; without it, the output is returned. */
  onLine?: ((line: string) => void) | undefined
  feed?: Feed | undefined
}

const LOG_KEPT = 4_000
const OUTPUT_LIMIT = 32 * 1024 ** 2

/**
 * Runs a media tool in the sandbox, without our secrets, with memory and time limits, and returns its output. @throws
 * ToolFailed, or the signal's reason
 */
export async function runTool(run: ToolRun): Promise<string> {
  run.signal?.throwIfAborted()
  const late = AbortSignal.timeout(run.timeout)
  const child = spawnLimited(run, await sandboxPrefix(run.writes), late)
  let log = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-LOG_KEPT)
  })
  const output = run.onLine ? eachLine(child, run.onLine) : collected(child)
  const closed = new Promise<number | string | null>((resolve, reject) => {
    child.once('error', (error) => error.name !== 'AbortError' && reject(error))
    child.once('close', (code, cause) => resolve(cause ?? code))
  })
  const [end, text] = await Promise.all([closed, output, fed(child, run.feed)])
  run.signal?.throwIfAborted()
  if (end === 0) return text
  const how = late.aborted ? `took longer than ${run.timeout / 1000} s` : `ended with ${end}`
  throw new ToolFailed(`${run.program} ${how}`, log.trim(), late.aborted)
}

/**
 * Reads from a pipe that we never write to: when we die, the pipe ends, and the tool is killed. `done` says that the
 * tool has ended. If the system has a death signal, that comes first. `nice` lets visitors' requests go first.
 */
const KILLED_WITH_US = `(read -r done <&3 || kill -9 $$) </dev/null >/dev/null 2>&1 & exec nice "$@" 3<&-`

/** The shell's `ulimit` works on every POSIX system; `exec` leaves one process to kill. */
function spawnLimited(
  { program, args, feed, memory, signal }: ToolRun,
  prefix: string[],
  late: AbortSignal,
): ChildProcess {
  const stdin = feed ? ('pipe' as const) : ('ignore' as const)
  const stdio = [stdin, 'pipe' as const, 'pipe' as const, 'pipe' as const]
  const stop = signal ? AbortSignal.any([signal, late]) : late
  const options = { stdio, env: harmlessEnvironment(), signal: stop, killSignal: 'SIGKILL' as const }
  if (process.platform === 'win32') return spawn(program, args, options)
  const limit = memory ? `ulimit -d ${memory / 1024}` : `ulimit -v ${MEMORY_LIMIT / 1024}`
  const script = `${limit} 2>/dev/null; ulimit -c 0 2>/dev/null; ${KILLED_WITH_US}`
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...prefix, program, ...args], options)
  const leash = child.stdio[3] as Writable
  leash.on('error', () => {})
  child.once('exit', () => leash.end('done\n'))
  return child
}

/** Other variables hold keys and passwords. */
const HARMLESS = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'LD_LIBRARY_PATH', 'SystemRoot']

/**
 * A statically linked ffprobe crashes when it loads the system's converters of text, as it does for a channel's name in
 * MPEG-TS. Without any it takes the text as it is.
 */
const NO_CONVERTERS = '/nonexistent'

function harmlessEnvironment(): NodeJS.ProcessEnv {
  const entries = HARMLESS.map((name) => [name, process.env[name]] as const)
  const given = entries.filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(given), GCONV_PATH: NO_CONVERTERS }
}

async function fed(child: ChildProcess, feed: ToolRun['feed']): Promise<void> {
  if (!feed || !child.stdin) return
  const input = child.stdin
  // A tool that stops early closes its input; its exit code says why.
  input.on('error', () => {})
  try {
    await feed(input)
  } catch (error) {
    if (!input.destroyed) {
      child.kill('SIGKILL')
      throw error
    }
  } finally {
    input.end()
  }
}

async function collected(child: ChildProcess): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  child.stdout?.on('data', (part: Buffer) => {
    size += part.length
    if (size > OUTPUT_LIMIT) child.kill('SIGKILL')
    else parts.push(part)
  })
  await new Promise((resolve) => child.stdout?.once('close', resolve))
  return Buffer.concat(parts).toString('utf8')
}

async function eachLine({ stdout }: ChildProcess, onLine: (line: string) => void): Promise<string> {
  if (stdout) for await (const line of createInterface(stdout)) onLine(line)
  return ''
}
