import { Agent, type RequestOptions, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from './rounds.ts'

/** One request after another at a visitor's pace, not a load. */
const EVERY_MS = 10
/** Several, so that each process of a server answers some. */
const CONNECTIONS = 4

/** How long a visitor waits meanwhile, in milliseconds. */
export interface Waits {
  p50: number
  p99: number
}

/** Requests one URL, or another each time, again and again while `during` lasts. @throws if an answer is no success */
export async function waitsDuring(
  url: string | (() => string),
  {
    headers,
    during,
    everyMs = EVERY_MS,
  }: { headers?: Record<string, string>; during: Promise<unknown>; everyMs?: number },
): Promise<Waits> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, scheduling: 'fifo' })
  const times: number[] = []
  const asked = new Set<Promise<void>>()
  let isOver = false
  const end = () => {
    isOver = true
  }
  during.then(end, end)
  while (!isOver) {
    const asking = timed(typeof url === 'string' ? url : url(), { agent, headers }, times).finally(() =>
      asked.delete(asking),
    )
    asked.add(asking)
    await sleep(everyMs)
  }
  await Promise.all(asked)
  agent.destroy()
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

function timed(url: string, options: RequestOptions, times: number[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const from = performance.now()
  request(url, options, (response) => {
    const status = response.statusCode ?? 0
    if (status >= 300) reject(new Error(`${url} answered ${status}`))
    response.resume().on('end', () => {
      times.push(performance.now() - from)
      resolve()
    })
  })
    .on('error', reject)
    .end()
  return promise
}
