import { connect } from 'node:net'
import type { Load, LoadPlan } from './load.ts'
import { quantile } from './rounds.ts'

/** The same load without `wrk`: bare sockets, one request at a time on each. */
export async function nodeLoad(plan: LoadPlan): Promise<Load> {
  const times: number[] = []
  const started = performance.now()
  const counters = { asked: 0, received: 0, until: started + plan.seconds * 1000 }
  await Promise.all(Array.from({ length: plan.connections }, () => ask(plan, counters, times)))
  const seconds = (performance.now() - started) / 1000
  return {
    perSecond: times.length / seconds,
    bytesPerSecond: counters.received / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}

interface Counters {
  asked: number
  received: number
  until: number
}

function ask(plan: LoadPlan, counters: Counters, times: number[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const { hostname, port } = new URL(plan.url)
  const socket = connect(Number(port), hostname).setNoDelay()
  let left = -1
  let sent = 0
  const next = () => {
    sent = performance.now()
    left = -1
    if (sent >= counters.until) socket.end()
    else socket.write(requestText(plan, ++counters.asked))
  }
  socket.on('connect', next)
  socket.on('data', (chunk) => {
    counters.received += chunk.length
    try {
      left = left < 0 ? bodyLeft(chunk) : left - chunk.length
    } catch (error) {
      socket.destroy(error as Error)
    }
    if (left !== 0) return
    times.push(performance.now() - sent)
    next()
  })
  socket.on('error', reject)
  socket.on('close', () => resolve())
  return promise
}

function requestText(plan: LoadPlan, n: number): string {
  const { url, count = 1, headers = {}, parts, paths } = plan
  const own = paths?.[(n - 1) % paths.length]
  const { host, pathname, search } = new URL(own ?? url.replace('{n}', String((n % count) + 1)), url)
  const client = paths && { 'X-Forwarded-For': `10.${(n >> 16) % 256}.${(n >> 8) % 256}.${n % 256}` }
  const at = parts ? (n % Math.floor(parts.size / parts.bytes)) * parts.bytes : 0
  const range = parts ? { Range: `bytes=${at}-${at + parts.bytes - 1}` } : {}
  const lines = Object.entries({ Host: host, ...headers, ...client, ...range }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

/** Bytes still to come after the first chunk, which holds the whole head. */
function bodyLeft(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n')
  const head = chunk.toString('latin1', 0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (!/^HTTP\/1.1 20[06]/.test(head) || length === undefined)
    throw new Error(`unexpected answer: ${head.slice(0, 200)}`)
  return Number(length) - (chunk.length - end - 4)
}
