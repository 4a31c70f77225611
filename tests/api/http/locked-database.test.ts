import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdLock } from '../../support/database/hold-lock.ts'
import { aClip } from '../../support/database/rows.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer
let member: TestMember
let clip: number

beforeAll(async () => {
  server = await startTestServer()
  member = await aMember(server.deps)
  clip = (await aClip(server.deps.db)).id
  // Rendered once, so that it is in the cache.
  await ask(`/m/${clip}`)
})
afterAll(() => server.close())

const ask = (path: string, method = 'GET') =>
  fetch(server.at(path), {
    method,
    headers: method === 'GET' && path.startsWith('/m/') ? {} : member.headers,
  })
const like = () => ask(`/api/users/medias/${clip}/like`, 'PUT')

async function lock() {
  const { database } = server.config
  if (database.engine !== 'sqlite') throw new Error('not SQLite')
  return holdLock(database.file)
}

test('while another process holds the lock, reads go on, and a write succeeds once it has the lock', async () => {
  const release = await lock()
  const liking = like()
  for (const path of ['/healthz', '/readyz', `/m/${clip}`, `/api/medias/${clip}/related`, '/api/user']) {
    const times = []
    for (let n = 0; n < 9; n++) {
      const begun = performance.now()
      expect((await ask(path)).status).toBe(200)
      times.push(performance.now() - begun)
    }
    expect(times.toSorted((a, b) => a - b)[4], path).toBeLessThan(50)
  }
  await release()
  expect(await (await liking).json()).toEqual({ status: 'OK', likes: 1 })
})

test('a write without the lock for three seconds is answered 503, with Retry-After', async () => {
  const release = await lock()
  const begun = performance.now()
  const answers = await Promise.all([like(), like(), like()])
  expect(performance.now() - begun).toBeLessThan(6_000)
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.json()).toMatchObject({ status: 'UNAVAILABLE' })
  }
  await release()
  expect((await like()).status).toBe(200)
})
