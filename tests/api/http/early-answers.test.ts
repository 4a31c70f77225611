import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { answerOf, open } from '../../support/http/raw-http.ts'
import { sendBody, sendBodyOn } from '../../support/http/send-body.ts'
import { runs } from '../../support/runs.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'
import { tusClient } from '../../support/studio/tus.ts'

const LARGE = 30_000_000
const LIMITS = { restBytes: 40_000_000, restIdle: 400, restTimeout: 1500, checkInterval: 100 }

let server: TestServer
let editor: TestMember

beforeAll(async () => {
  server = await startTestServer({ limits: LIMITS })
  editor = await aMember(server.deps, { admin: true })
})
afterAll(() => server.close())

const patching = (headers: Record<string, string>) => ({
  ...headers,
  ...{ 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' },
})
const UPLOAD = `/api/studio/uploads/${'0'.repeat(32)}`

test.each(['keep-alive', 'close'])(
  'a refusal of a large body arrives each time (connection: %s)',
  async (connection) => {
    // With the usual limits: a busy machine needs longer than the short ones for such bodies.
    const usual = await startTestServer()
    onTestFinished(() => usual.close())
    const editor = await aMember(usual.deps, { admin: true })
    const member = await aMember(usual.deps)
    const id = await tusClient(usual, editor.headers).create(LARGE, { filename: 'a.mp4' })
    const send = (method: string, path: string, headers: Record<string, string> = {}) =>
      sendBody(usual.url, { method, path, bytes: LARGE, headers: { ...headers, connection } })
    const at = { 'upload-offset': '0' }
    for (let time = 0; time < runs(3, 1); time++) {
      const answers = await Promise.all([
        send('PATCH', UPLOAD, patching(at)),
        send('PATCH', UPLOAD, patching({ ...member.headers, ...at })),
        send('PATCH', UPLOAD, patching({ ...editor.headers, ...at })),
        send('PATCH', `/api/studio/uploads/${id}`, patching({ ...editor.headers, 'upload-offset': '7' })),
        send('PUT', '/api/medias/7'),
        send('PUT', '/api/medias/7', { origin: 'https://e.example' }),
        send('POST', '/'),
      ])
      expect(answers.map(({ status }) => status)).toEqual([401, 403, 404, 409, 413, 403, 405])
      expect(JSON.parse(answers[4]!.body)).toMatchObject({ status: 'BODY_TOO_LARGE' })
    }
  },
)

test('the connection of a refused body is used again', async () => {
  const socket = open(server.url)
  for (let time = 0; time < 3; time++)
    expect(await sendBodyOn(socket, { method: 'PUT', path: '/api/medias/7', bytes: 500_000 })).toMatchObject({
      ...{ status: 413, headers: { connection: 'keep-alive' } },
    })
  socket.destroy()
})

test('a client that sends more than that is cut off, and has the answer', async () => {
  const socket = open(server.url)
  const answer = answerOf(socket)
  socket.write(`PUT /api/medias/7 HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000000\r\n\r\n`)
  let sent = 0
  const piece = Buffer.alloc(1_000_000)
  while (socket.writable && sent < 400_000_000) {
    if (socket.writableNeedDrain) await sleep(1)
    else {
      sent += piece.length
      socket.write(piece)
    }
  }
  expect((await answer).status).toBe(413)
  expect(sent).toBeLessThan(400_000_000)
})

test.each([
  ['goes silent', 10_000, 400],
  ['trickles', 100, 1500],
])('a client that %s after the answer is cut off in time', async (_, every, least) => {
  const socket = open(server.url)
  const answer = answerOf(socket)
  const begun = performance.now()
  socket.write('PUT /api/medias/7 HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n')
  const trickle = setInterval(() => socket.writable && socket.write('a'), every)
  const { status, body } = await answer
  clearInterval(trickle)
  expect(status).toBe(413)
  expect(performance.now() - begun).toBeGreaterThan(least - 50)
  expect(body).not.toContain('408')
})

interface Expecting {
  status: number
  asked: boolean
}

/** Sends the body only when asked for it. */
async function expecting(path: string, method: string, headers: Record<string, string>): Promise<Expecting> {
  const req = request(server.at(path), { method, headers: { ...headers, expect: '100-continue' } })
  let asked = false
  req.once('continue', () => {
    asked = true
    req.end('a'.repeat(Number(headers['content-length'])))
  })
  req.flushHeaders()
  const [res] = await once(req, 'response')
  res.resume()
  await once(res, 'end')
  req.destroy()
  return { status: res.statusCode, asked }
}

test('a client that asks first is refused before it sends the body', async () => {
  const long = { 'content-length': String(LARGE) }
  const begun = { ...patching({ ...editor.headers, 'upload-offset': '7' }), ...long }
  const id = await tusClient(server, editor.headers).create(LARGE, { filename: 'b.mp4' })
  const refused = (status: number) => ({ status, asked: false })
  expect(await expecting(UPLOAD, 'PATCH', { ...patching({}), ...long })).toEqual(refused(401))
  expect(await expecting(UPLOAD, 'PATCH', begun)).toEqual(refused(404))
  expect(await expecting(`/api/studio/uploads/${id}`, 'PATCH', begun)).toEqual(refused(409))
  expect(await expecting('/api/medias/7', 'PUT', long)).toEqual(refused(413))
})

test('a client that asks first is asked for a body that is wanted', async () => {
  const id = await tusClient(server, editor.headers).create(9, { filename: 'c.mp4' })
  const short = { 'content-length': '9' }
  const headers = { ...patching({ ...editor.headers, 'upload-offset': '0' }), ...short }
  expect(await expecting(`/api/studio/uploads/${id}`, 'PATCH', headers)).toEqual({ status: 204, asked: true })
  expect(await expecting('/api/medias/7', 'PUT', short)).toEqual({ status: 405, asked: true })
})

test('a body that comes after a refusal is no second request', async () => {
  const socket = open(server.url)
  const answer = answerOf(socket)
  const hidden = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
  socket.write(
    `PUT /api/medias/7 HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 900000\r\n\r\n`,
  )
  await once(socket, 'data')
  socket.write(hidden)
  const { status, headers, body } = await answer
  expect([status, headers.connection]).toEqual([413, 'close'])
  expect(body).not.toContain('HTTP/1.1')
})
