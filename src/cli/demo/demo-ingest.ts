import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startCommand } from '#server/build/own-process.ts'

/** Ingests the demo library in a child process. */
export function startDemoIngest(env: NodeJS.ProcessEnv): { stop: (signal: NodeJS.Signals) => Promise<void> } {
  const library = fileURLToPath(new URL('../../../demo/library', import.meta.url))
  const child = startCommand(['ingest', library, '--with-parent'], {
    env,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  return { stop: (signal) => stopChild(child, signal) }
}

/** Ctrl-C reaches the child through the terminal; a second signal at once would cut it off. SIGTERM reaches only us. */
async function stopChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  // At once, not by a timer: Vite may end the process before a timer fires.
  if (signal === 'SIGTERM') child.kill()
  const terminate = setTimeout(() => child.kill(), 3_000)
  const kill = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await exited
  clearTimeout(terminate)
  clearTimeout(kill)
}
