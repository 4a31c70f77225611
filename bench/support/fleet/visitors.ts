import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Results of the visitors. */
export interface Seen {
  requests: number
  /** Answers of 400 and more, and connections that broke. */
  failed: number
  /** Failures by status; `broken` without one. */
  kinds: Record<string, number>
  /** From the first failure to the last, in seconds. */
  failingFor: number
  slowestMs: number
}

export interface Ask {
  method: 'GET' | 'POST'
  path: string
  body?: string
}

interface Plan {
  /** Of nginx. */
  origin: string
  visitors: number
  /** After each answer. */
  pauseMs: number
  next(n: number): Ask
}

/** Lets visitors send requests until `event` is over. */
export async function watch(
  { origin, visitors, pauseMs, next }: Plan,
  event: () => Promise<void>,
): Promise<Seen> {
  const agent = new Agent({ keepAlive: true, maxSockets: visitors })
  const seen: Seen = { requests: 0, failed: 0, kinds: {}, failingFor: 0, slowestMs: 0 }
  let first: number | undefined
  let isOver = false
  let n = 0
  const visit = async () => {
    while (!isOver) {
      const began = performance.now()
      const status = await statusOf(agent, origin, next(n++))
      const now = performance.now()
      seen.requests++
      seen.slowestMs = Math.max(seen.slowestMs, now - began)
      if (status === undefined || status >= 400) {
        seen.failed++
        const kind = String(status ?? 'broken')
        seen.kinds[kind] = (seen.kinds[kind] ?? 0) + 1
        first ??= now
        seen.failingFor = (now - first) / 1000
      }
      await sleep(pauseMs)
    }
  }
  const all = Array.from({ length: visitors }, visit)
  await event()
  isOver = true
  await Promise.all(all)
  agent.destroy()
  return seen
}

function statusOf(agent: Agent, origin: string, { method, path, body }: Ask): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const headers = body ? { 'Content-Type': 'application/json', 'Content-Length': body.length } : {}
  const sent = request(new URL(path, origin), { agent, method, headers, timeout: 15_000 }, (answer) => {
    answer.resume()
    answer.on('end', () => resolve(answer.statusCode))
    answer.on('error', () => resolve(undefined))
  })
  sent.on('timeout', () => sent.destroy())
  sent.on('error', () => resolve(undefined))
  sent.end(body)
  return promise
}
