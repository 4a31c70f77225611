import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Deps } from '#server/deps.ts'
import { Exchange } from '#server/http/exchange.ts'
import { DEFAULT_LIMITS } from '#server/http/limits.ts'
import { open } from '../../../../tests/support/http/raw-http.ts'
import { watchedLogger } from '../../../../tests/support/leaks/watched-log.ts'
import { Pages } from './pages.ts'
import { pageRenderer } from './rendered-page.ts'

async function listening(send: (exchange: Exchange) => Promise<void>): Promise<URL> {
  const server = createServer((req, res) => {
    const about = {
      id: '1',
      log,
      commonHeaders: [],
      draining: false,
      trustProxy: false,
      slowMs: 1000,
      rest: DEFAULT_LIMITS,
    }
    void send(new Exchange(req, res, about))
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const log = watchedLogger('silent', { write: () => {} })

/** A server whose only answer has this body. */
async function serving(body: AsyncIterable<string>): Promise<URL> {
  const pages = new Pages({
    deps: { log, now: () => new Date() } as Deps,
    render: pageRenderer(async (_, locals) => {
      locals.body = body
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.alloc(0) }
    }),
  })
  return listening((exchange) => pages.sendPrivate(exchange, { method: 'GET', url: '/', headers: {} }))
}

test('a long body is streamed, and stops when the client has left', async () => {
  const left = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  async function* body() {
    try {
      yield 'first'
      await left.promise
      while (true) yield 'x'.repeat(100_000)
    } finally {
      ended.resolve()
    }
  }
  const socket = open(await serving(body()))
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  let received = ''
  while (!received.includes('first')) received += String((await once(socket, 'data'))[0])
  socket.destroy()
  left.resolve()
  await ended.promise
})

test('HEAD of a long body has its headers and generates none of it', async () => {
  let made = false
  async function* body() {
    made = true
    yield 'first'
  }
  const answer = await fetch(await serving(body()), { method: 'HEAD' })
  expect(answer.headers.get('content-type')).toBe('text/plain')
  expect(made).toBe(false)
})

test('a page is rendered once for each encoding that clients ask for', async () => {
  let renders = 0
  const html = '<p>a page</p>'.repeat(500)
  const headers = { 'content-type': 'text/html', 'cdn-cache-control': 'max-age=600' }
  const pages = new Pages({
    deps: { log, now: () => new Date() } as Deps,
    render: pageRenderer(async () => {
      renders++
      return { status: 200, headers, body: Buffer.from(html) }
    }),
  })
  const origin = await listening(async (exchange) => {
    if (!pages.sendCached(exchange, '/')) await pages.sendPublic(exchange, '/')
  })
  for (const encoding of ['gzip', 'br', 'identity', 'gzip']) {
    const answer = await fetch(origin, { headers: { 'accept-encoding': encoding } })
    expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding)
    expect(await answer.text()).toBe(html)
  }
  expect(renders).toBe(3)
})
