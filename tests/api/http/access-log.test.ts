import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer
let proxied: TestServer

beforeAll(async () => {
  server = await startTestServer()
  proxied = await startTestServer({ env: { TRUST_PROXY: 'on', LOG_ADDRESSES: 'short' } })
})
afterAll(() => Promise.all([server.close(), proxied.close()]))

test('each request is one line: what was asked, what was answered, how long it took', async () => {
  const answer = await fetch(server.at('/api/medias/7'))
  const line = server.logged.find(({ id }) => id === answer.headers.get('x-request-id'))
  expect(line).toMatchObject({ level: 30, method: 'GET', path: '/api/medias/7', status: 404, msg: 'request' })
  expect(line?.ms).toBeGreaterThan(0)
  expect(line?.bytes).toBe((await answer.text()).length)
})

test('the log has no search texts, and IP addresses only as configured', async () => {
  const asked = async (one: TestServer, path: string) => {
    const answer = await fetch(one.at(path), { headers: { 'x-forwarded-for': '203.0.113.77' } })
    return one.logged.find(({ id }) => id === answer.headers.get('x-request-id'))
  }
  expect((await asked(server, '/s/somebody'))?.path).toBe('/s/…')
  expect((await asked(server, '/ja/s/somebody'))?.path).toBe('/ja/s/…')
  expect(await asked(server, '/')).not.toHaveProperty('address')
  expect((await asked(proxied, '/'))?.address).toBe('203.0.113.0/24')
  expect(JSON.stringify([server.logged, proxied.logged])).not.toMatch(/somebody|\.113\.77/)
})

test('probes do not fill the log', async () => {
  const answer = await fetch(server.at('/healthz'))
  expect(server.logged.find(({ id }) => id === answer.headers.get('x-request-id'))).toMatchObject({
    level: 20,
  })
})

test('no secret of a request reaches the log', async () => {
  const headers = { authorization: 'Bearer HUSH', cookie: 'session=HUSH' }
  const query = '?token=HUSH&sig=HUSH&k=HUSH&password=HUSH'
  for (const path of ['/', '/api/medias/7', '/api/user', '/media/full/a.mp4', '/promo-signup', '/m/%ff'])
    await fetch(server.at(path + query), { headers })
  await fetch(server.at(`/api/medias/7${query}`), { method: 'PUT', headers, body: '{"password":"HUSH"}' })
  expect(server.logged.filter(({ msg }) => msg === 'request').length).toBeGreaterThanOrEqual(7)
  expect(JSON.stringify(server.logged)).not.toContain('HUSH')
})

test('a trusted proxy’s request id is used, if it is well-formed', async () => {
  const ask = async (one: TestServer, id: string) =>
    (await fetch(one.at('/healthz'), { headers: { 'x-request-id': id } })).headers.get('x-request-id')
  expect(await ask(proxied, 'from-the-proxy-1')).toBe('from-the-proxy-1')
  expect(await ask(proxied, 'short')).not.toBe('short')
  expect(await ask(proxied, '<script>alert(1)</script>')).not.toContain('script')
  expect(await ask(server, 'from-the-proxy-1')).not.toBe('from-the-proxy-1')
})

test('no two requests have the same id', async () => {
  const ids = await Promise.all(
    Array.from({ length: 50 }, async () => (await fetch(server.at('/healthz'))).headers.get('x-request-id')),
  )
  expect(new Set(ids).size).toBe(50)
})
