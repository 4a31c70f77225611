import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClip } from '../../support/database/rows.ts'
import { anAddress } from '../../support/http/ask.ts'
import { open, sendRaw } from '../../support/http/raw-http.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'
import { howMany, LONG } from '../support/long.ts'
import { CANARY, POISON } from './poison.ts'

let server: TestServer
let clip: number
let member: TestMember

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'on', LOG_LEVEL: 'fatal' } })
  clip = (await aClip(server.deps.db)).id
  member = await aMember(server.deps)
})
afterAll(() => server.close())

test('no header of one visitor changes what the cache keeps for the next', async () => {
  const cached = `/m/${clip}`
  const clean = await look(cached)
  for (const name of POISON.filter((_, at) => LONG || at % 5 === 0)) {
    // A URL that is not cached yet, and one that is.
    const fresh = `/s/after-${name}`
    for (const address of [fresh, cached]) await look(address, { [name]: CANARY })
    expect((await look(fresh)).status, name).toBe(200)
    expect(await look(cached), name).toEqual(clean)
  }
})

/** Neither headers nor body may repeat the payload. */
async function look(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.at(path), { headers, redirect: 'manual' })
  const text = await answer.text()
  expect([...answer.headers.values()].join(' ') + text, JSON.stringify(headers)).not.toContain(CANARY)
  return { status: answer.status, text }
}

/** A second request is hidden in the first for servers that read the lengths differently. */
const HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n'
test.each([
  ['both lengths', `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['two lengths', `Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`],
  ['a list of lengths', `Content-Length: 0, ${HIDDEN.length}\r\n\r\n${HIDDEN}`],
  ['a signed length', `Content-Length: +0\r\n\r\n${HIDDEN}`],
  ['a length in hexadecimal', `Content-Length: 0x0\r\n\r\n${HIDDEN}`],
  ['a folded encoding', `Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['a space before the colon', `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['an unknown encoding', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['two encodings', `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['a bare line feed', `X: a\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['a chunk with a negative length', `Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${HIDDEN}`],
  ['a chunk length with a line feed', `Transfer-Encoding: chunked\r\n\r\n0\n\n${HIDDEN}`],
])('a request with %s hides no second one', async (_, rest) => {
  const head = 'POST /api/activity HTTP/1.1\r\nHost: nagare.example\r\nConnection: keep-alive\r\n'
  const { status, body } = await sendRaw(server.url, head + rest)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(body).not.toMatch(/HTTP\/1\.1 (?:200|404)/)
})

test.runIf(LONG)('thousands of slow connections keep nobody waiting', async () => {
  const sockets: Socket[] = []
  for (let n = 5_000; n > 0; n--) {
    const socket = open(server.url).on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow:')
    sockets.push(socket)
    if (n % 500 === 0) await once(socket, 'connect')
  }
  const times: number[] = []
  for (let n = 0; n < 100; n++) {
    const begun = performance.now()
    expect((await fetch(server.at(`/m/${clip}`))).status).toBe(200)
    times.push(performance.now() - begun)
  }
  for (const socket of sockets) socket.destroy()
  expect(times.toSorted((a, b) => a - b)[94]).toBeLessThan(200)
})

test('guessing passwords from many IPs opens nothing, and locks no owner out', async () => {
  const tries = howMany({ quick: 40, long: 1_000 })
  const signIn = (password: string, address: string) =>
    fetch(server.at('/api/users/login'), {
      headers: {
        authorization: `Basic ${Buffer.from(`${member.email}:${password}`).toString('base64')}`,
        'x-forwarded-for': address,
      },
    })
  const one = '203.0.113.9'
  const statuses = new Set<number>()
  for (let n = 0; n < tries; n++)
    statuses.add((await signIn(`guess number ${n}`, n % 2 ? one : anAddress())).status)
  expect([...statuses].toSorted()).toEqual([401, 429])
  expect((await signIn(`guess number ${tries}`, one)).status).toBe(429)
  expect((await signIn(member.password, anAddress())).status).toBe(200)
})
