import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { BROWSER_ARGS, findBrowser } from '../../../tests/support/browser.ts'
import { atExit } from '../at-exit.ts'
import { scratchFolder } from '../scratch.ts'

/**
 * A browser page over the bare debugging protocol. Playwright would make the browser keep every response, and that
 * would be measured too.
 */
export interface PlainPage {
  /** The browser's profile folder. */
  profile: string
  send<Answer = unknown>(method: string, params?: Record<string, unknown>): Promise<Answer>
  /** Runs an expression in the page, as if after a click; awaits promises. */
  run<Value>(expression: string): Promise<Value>
  /** Resolves when the expression is true. */
  until(expression: string, timeoutMs: number): Promise<void>
  close(): Promise<void>
}

export async function openPlainPage(): Promise<PlainPage> {
  const profile = scratchFolder('browser')
  const { executablePath, env } = await findBrowser()
  const args = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank']
  const child = spawn(executablePath, [...BROWSER_ARGS, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const cancelKill = atExit(() => child.kill('SIGKILL'))
  const send = await connect(await pageAddress(await debuggingPort(child.stderr)))

  async function run<Value>(expression: string): Promise<Value> {
    const asked = { expression, awaitPromise: true, returnByValue: true, userGesture: true }
    const { result, exceptionDetails } = await send<Evaluated<Value>>('Runtime.evaluate', asked)
    if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`)
    return result.value
  }

  async function until(expression: string, timeoutMs: number) {
    for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(100))
      if (await run<boolean>(`!!(${expression})`)) return
    throw new Error(`not within ${timeoutMs / 1000} s: ${expression}`)
  }

  async function close() {
    cancelKill()
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  return { profile, send, run, until, close }
}

interface Evaluated<Value> {
  result: { value: Value }
  exceptionDetails?: unknown
}

async function debuggingPort(stderr: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(stderr)) {
    const port = /^DevTools listening on ws:\/\/[^/]+:(\d+)\//.exec(line)?.[1]
    if (!port) continue
    stderr.resume()
    return port
  }
  throw new Error('the browser did not start')
}

async function pageAddress(port: string): Promise<string> {
  for (;;) {
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as Target[]
    const page = targets.find(({ type }) => type === 'page')
    if (page) return page.webSocketDebuggerUrl
    await sleep(50)
  }
}

interface Target {
  type: string
  webSocketDebuggerUrl: string
}

async function connect(address: string): Promise<PlainPage['send']> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  socket.onmessage = ({ data }) => {
    const { id, result, error } = JSON.parse(String(data))
    if (error) waiting.get(id)?.reject(new Error(error.message))
    else waiting.get(id)?.resolve(result as never)
    waiting.delete(id)
  }
  await once(socket, 'open')
  let sent = 0
  return (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = ++sent
      waiting.set(id, { resolve, reject })
      socket.send(JSON.stringify({ id, method, params }))
    })
}
