import { afterAll, beforeAll, expect, test } from 'vitest'
import { QUOTAS, type RateLimit } from '#server/limits/rate-limits.ts'
import { PATIENT, startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'on' }, limits: PATIENT })
})
afterAll(() => server.close())

function get(path: string, from: string) {
  return fetch(server.at(path), { headers: { accept: 'text/html', 'x-forwarded-for': from } })
}

async function useUp(limit: RateLimit, points: number, key: string): Promise<void> {
  for (let n = 0; n < points; n++) await limit.allows(key)
}

test('an IP that searches too much must wait, and is told how long', async () => {
  const [busy, other] = ['192.0.2.1', '192.0.2.2']
  expect((await get('/s/known', busy)).status).toBe(200)
  await useUp(server.deps.rateLimits.searches, QUOTAS.searches.points - 2, busy)
  expect((await get('/api/medias/search?q=last', busy)).status).toBe(200)

  for (const path of ['/api/medias/search?q=new', '/s/new', '/ja/s/new']) {
    const answer = await get(path, busy)
    expect([path, answer.status]).toEqual([path, 429])
    const seconds = Number(answer.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(QUOTAS.searches.seconds)
    expect(answer.headers.get('cache-control')).toMatch(/no-store/)
    if (path.includes('/s/')) expect(await answer.text()).toMatch(/again in (a|\d+) second|\d+秒ほどしてから/)
  }
  for (const path of ['/s/known', '/api/medias/search?q=last', '/api/medias/suggestions?q=k', '/'])
    expect([path, (await get(path, busy)).status]).toEqual([path, 200])
  expect((await get('/s/new', other)).status).toBe(200)
})

test('suggestions have their own limit', async () => {
  const typing = '192.0.2.3'
  await useUp(server.deps.rateLimits.suggestions, QUOTAS.suggestions.points, typing)
  expect((await get('/api/medias/suggestions?q=new', typing)).status).toBe(429)
  expect((await get('/s/while-typing', typing)).status).toBe(200)
})
