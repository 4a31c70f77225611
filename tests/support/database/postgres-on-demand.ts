import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Loopback port that answers with PostgreSQL's address, one line of JSON. */
    postgresBroker: number
  }
}

const SUPERVISOR = fileURLToPath(new URL('./postgres-supervisor.ts', import.meta.url))

/** Vitest's global set-up: one PostgreSQL per run, started by the first test that needs it. */
export default async function postgresOnDemand(project: TestProject): Promise<() => Promise<void>> {
  // In the machine's temporary folder: PostgreSQL runs as another user and from copied binaries.
  const env = { ...process.env }
  let supervisor: ChildProcess | undefined
  let answer: Promise<string> | undefined

  const broker = createServer(async (socket) => {
    supervisor ??= spawn(process.execPath, [SUPERVISOR], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    answer ??= firstLine(supervisor)
    socket.on('error', () => {})
    socket.end(await answer)
  })
  project.provide('postgresBroker', await listen(broker))

  return async () => {
    broker.close()
    if (!supervisor || supervisor.exitCode !== null) return
    const ended = once(supervisor, 'exit')
    supervisor.stdin?.end()
    await ended
  }
}

/** Empty if the child ended without output. */
async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout) for await (const line of createInterface(child.stdout)) return line
  return ''
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}
