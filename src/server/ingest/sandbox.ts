import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { deathSignal } from './death-signal.ts'

const run = promisify(execFile)

/** How media tools are shut in: `bwrap` reads files alone, sees no other process and has no network. */
export type SandboxKind = 'bwrap' | 'unshare' | 'none'

interface Sandbox {
  kind: SandboxKind
  prefix: string[]
}

/** Root keeps of its rights that to read what others own. */
const AS_ROOT = ['--cap-drop', 'ALL', '--cap-add', 'CAP_DAC_READ_SEARCH']
const BWRAP = [
  ...['bwrap', '--ro-bind', '/', '/', '--dev', '/dev', '--ro-bind-try', '/dev/shm', '/dev/shm'],
  ...['--proc', '/proc', '--unshare-net', '--unshare-pid', '--unshare-ipc'],
  ...['--die-with-parent', '--new-session'],
  ...(process.getuid?.() === 0 ? AS_ROOT : []),
]
/** The strictest first. Of `unshare` alone first, since within a user namespace root may not read what others own. */
const WAYS: readonly Sandbox[] = [
  { kind: 'bwrap', prefix: BWRAP },
  { kind: 'unshare', prefix: ['unshare', '--net', '--'] },
  { kind: 'unshare', prefix: ['unshare', '--map-root-user', '--net', '--'] },
]

let found: Promise<Sandbox> | undefined

/** Tries once per process what the system allows. */
export async function sandboxKind(): Promise<SandboxKind> {
  return (await sandbox()).kind
}

/** What to put before a command to shut it in. @param writes the only folder that it may write to */
export async function shutIn(writes: string | undefined): Promise<string[]> {
  const { kind, prefix } = await sandbox()
  if (kind === 'bwrap') return [...prefix, ...(writes ? ['--bind', writes, writes] : []), '--']
  return [...prefix, ...(await deathSignal())]
}

function sandbox(): Promise<Sandbox> {
  found ??= firstThatRuns()
  return found
}

async function firstThatRuns(): Promise<Sandbox> {
  for (const way of WAYS) {
    const [program = '', ...args] = way.prefix
    try {
      await run(program, [...args, 'true'], { timeout: 5_000 })
      return way
    } catch {
      // Not installed, or namespaces are forbidden, as in most containers.
    }
  }
  return { kind: 'none', prefix: [] }
}
