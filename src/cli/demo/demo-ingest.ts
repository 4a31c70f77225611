import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Below normal, so that pages stay quick during the ingest. */
const NICENESS = 10

/** Ingests the demo library in a child process. */
export function startDemoIngest(env: NodeJS.ProcessEnv): { stop: () => Promise<void> } {
  const command = fileURLToPath(new URL('../nagare.ts', import.meta.url))
  const library = fileURLToPath(new URL('../../../demo/library', import.meta.url))
  const child = spawn(process.execPath, [command, 'ingest', library], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (child.pid !== undefined) lowerPriority(child.pid)
  return { stop: () => stopChild(child) }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICENESS)
  } catch {
    // Not allowed everywhere, and not important.
  }
}

/** Ctrl-C reaches the child through the terminal; a second signal at once would cut it off. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  const terminate = setTimeout(() => child.kill('SIGTERM'), 3_000)
  const kill = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await exited
  clearTimeout(terminate)
  clearTimeout(kill)
}
