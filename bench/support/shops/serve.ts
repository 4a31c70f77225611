import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { atExit } from '../at-exit.ts'

/** A server in its own process. */
export interface Served {
  url: URL
  pid: number
  stop(): Promise<void>
}

export interface ServeOptions {
  program: string
  args: string[]
  env?: Record<string, string>
  cwd?: string
  port: number
  /** A path that answers 200 once the server is ready. */
  ready: string
}

const READY_MS = 20_000

/** Starts a server and waits until it answers. It ends with this process at the latest. */
export async function serve({ program, args, env = {}, cwd, port, ready }: ServeOptions): Promise<Served> {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  const cancelKill = atExit(kill)
  const url = new URL(`http://127.0.0.1:${port}`)
  await untilReady(new URL(ready, url), child)
  return {
    url,
    pid: child.pid!,
    async stop() {
      cancelKill()
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      kill()
      await ended
    },
  }
}

async function untilReady(url: URL, child: ChildProcess): Promise<void> {
  const failed = once(child, 'error').then(([error]) => {
    throw error
  })
  const polled = (async () => {
    for (const end = Date.now() + READY_MS; Date.now() < end; await sleep(30)) {
      if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`)
      const answer = await fetch(url).catch(() => undefined)
      await answer?.arrayBuffer()
      if (answer?.ok) return
    }
    throw new Error(`${child.spawnfile} did not answer ${url} within ${READY_MS / 1000} s`)
  })()
  await Promise.race([polled, failed])
}

/** A free port of the loopback interface. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
