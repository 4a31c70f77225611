import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** A little below normal, so that pages stay quick while films are made. */
const NICENESS = 10

/** Takes the demo library in beside the server, in a process of its own. */
export function startDemoIngest(env: NodeJS.ProcessEnv): { end: () => Promise<void> } {
  const command = fileURLToPath(new URL('../nagare.ts', import.meta.url))
  const library = fileURLToPath(new URL('../../../demo/library', import.meta.url))
  const child = spawn(process.execPath, [command, 'ingest', library], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (child.pid !== undefined) lowerPriority(child.pid)
  return { end: () => ended(child) }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICENESS)
  } catch {
    // Not allowed everywhere, and never worth stopping for.
  }
}

/** A Ctrl-C reaches the child by itself, for it shares the terminal; asking twice would cut it off. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  const patience = setTimeout(() => child.kill('SIGTERM'), 3_000)
  const limit = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await gone
  clearTimeout(patience)
  clearTimeout(limit)
}
