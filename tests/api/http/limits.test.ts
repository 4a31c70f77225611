import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerOf, open, requestRaw, sendRaw } from '../../support/http/raw-http.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    limits: {
      headersTimeout: 400,
      requestTimeout: 800,
      keepAliveTimeout: 500,
      checkInterval: 50,
      body: 1000,
      restIdle: 200,
    },
  })
})
afterAll(() => server.close())

test('headers that are too large are answered 431', async () => {
  const answer = await requestRaw(server.url, '/', { headers: { 'x-large': 'a'.repeat(17_000) } })
  expect(answer.status).toBe(431)
})

test('a body that is too large is answered 413, whether it says so or not', async () => {
  const said = await requestRaw(server.url, '/api/medias/7', {
    method: 'PUT',
    headers: { 'content-length': '1001' },
  })
  expect(said.status).toBe(413)
  const chunk = `7d0\r\n${'a'.repeat(2000)}\r\n`
  const head = 'PUT /api/medias/7 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
  const unsaid = await sendRaw(server.url, `${head}${chunk}0\r\n\r\n`)
  expect(unsaid.status).toBe(413)
  expect(JSON.parse(unsaid.body)).toMatchObject({ status: 'BODY_TOO_LARGE' })
})

test('a client that goes on sending after a 413 still reads the answer', async () => {
  const answer = await fetch(server.at('/api/medias/7'), { method: 'PUT', body: 'a'.repeat(500_000) })
  expect(answer.status).toBe(413)
})

test('a body of the largest size is taken', async () => {
  const answer = await fetch(server.at('/api/medias/7'), { method: 'PUT', body: 'a'.repeat(1000) })
  expect(answer.status).toBe(405)
})

test('headers that trickle in are answered 408', async () => {
  const socket = open(server.url)
  const answer = answerOf(socket)
  socket.write('GET / HTTP/1.1\r\n')
  const trickle = setInterval(() => socket.writable && socket.write('x-a: b\r\n'), 100)
  expect((await answer).status).toBe(408)
  clearInterval(trickle)
})

test('a body that trickles in is answered 408', async () => {
  const socket = open(server.url)
  const answer = answerOf(socket)
  socket.write('PUT /api/medias/7 HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n')
  const trickle = setInterval(() => socket.writable && socket.write('a'), 100)
  expect((await answer).status).toBe(408)
  clearInterval(trickle)
})

test('an idle connection is closed', async () => {
  const socket = open(server.url)
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  const begun = performance.now()
  expect((await answerOf(socket)).status).toBe(200)
  expect(performance.now() - begun).toBeLessThan(4000)
})

test.each([
  ['words', 'hello there\r\n\r\n'],
  ['TLS', Buffer.from('16030100a50100', 'hex')],
  ['two lengths', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc'],
  [
    'a length and chunks',
    'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nhOST: x\r\nConnection: close\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nx-a: b\r\n c\r\n\r\n'],
  ['a bad header name', 'GET / HTTP/1.1\r\nHost: x\r\nx a: b\r\n\r\n'],
  ['bare line feeds', 'GET / HTTP/1.1\nHost: x\n\n'],
])('%s where a request should be is answered 400', async (_, bytes) => {
  expect((await sendRaw(server.url, bytes)).status).toBe(400)
})

test('two requests in one packet are answered in their order', async () => {
  const one = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
  const { body } = await sendRaw(server.url, one('/readyz') + one('/api/medias/7', 'Connection: close\r\n'))
  expect(body.indexOf('"status":"ok"')).toBeGreaterThanOrEqual(0)
  expect(body.indexOf('MEDIA_NOT_FOUND')).toBeGreaterThan(body.indexOf('"status":"ok"'))
})

test('many slow clients do not keep others waiting', async () => {
  const slow = Array.from({ length: 200 }, () => open(server.url))
  for (const socket of slow) socket.on('error', () => {}).write('GET / HTTP/1.1\r\n')
  await sleep(50)
  const begun = performance.now()
  expect((await fetch(server.at('/healthz'))).status).toBe(200)
  expect(performance.now() - begun).toBeLessThan(1000)
  for (const socket of slow) socket.destroy()
})
