import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The sandbox of media tools: `bwrap` makes files read-only, hides other processes and has no network. */
export type SandboxKind = 'bwrap' | 'unshare' | 'none'

interface Sandbox {
  kind: SandboxKind
  prefix: string[]
}

/** Root keeps only the right to read other users' files. */
const AS_ROOT = ['--cap-drop', 'ALL', '--cap-add', 'CAP_DAC_READ_SEARCH']
const BWRAP = [
  ...['bwrap', '--ro-bind', '/', '/', '--dev', '/dev', '--ro-bind-try', '/dev/shm', '/dev/shm'],
  ...['--proc', '/proc', '--unshare-net', '--unshare-pid', '--unshare-ipc'],
  ...['--die-with-parent', '--new-session'],
  ...(process.getuid?.() === 0 ? AS_ROOT : []),
]
/**
 * The strictest first. Plain `unshare` before the one with a user namespace, in which root may not read other users'
 * files.
 */
const SANDBOXES: readonly Sandbox[] = [
  { kind: 'bwrap', prefix: BWRAP },
  { kind: 'unshare', prefix: ['unshare', '--net', '--'] },
  { kind: 'unshare', prefix: ['unshare', '--map-root-user', '--net', '--'] },
]

let found: Promise<Sandbox> | undefined

/** Finds out once per process what the system allows. */
export async function sandboxKind(): Promise<SandboxKind> {
  return (await sandbox()).kind
}

/** The prefix that runs a command in the sandbox. @param writes the only folder it may write to */
export async function sandboxPrefix(writes: string | undefined): Promise<string[]> {
  const { kind, prefix } = await sandbox()
  if (kind === 'bwrap') return [...prefix, ...(writes ? ['--bind', writes, writes] : []), '--']
  return [...prefix, ...(await deathSignal())]
}

function sandbox(): Promise<Sandbox> {
  found ??= firstThatRuns()
  return found
}

async function firstThatRuns(): Promise<Sandbox> {
  for (const sandbox of SANDBOXES) {
    const [program = '', ...args] = sandbox.prefix
    try {
      await run(program, [...args, 'true'], { timeout: 5_000 })
      return sandbox
    } catch {
      // Not installed, or namespaces are forbidden, as in most containers.
    }
  }
  return { kind: 'none', prefix: [] }
}

const DEATH_SIGNAL = ['setpriv', '--pdeathsig', 'KILL', '--']

let deathSignalFound: Promise<string[]> | undefined

/** A command prefix that makes Linux kill the command when this process dies; empty if the system cannot. */
export function deathSignal(): Promise<string[]> {
  const [program = '', ...args] = DEATH_SIGNAL
  deathSignalFound ??= run(program, [...args, 'true'], { timeout: 5_000 }).then(
    () => DEATH_SIGNAL,
    () => [],
  )
  return deathSignalFound
}
