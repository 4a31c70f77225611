import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createCollection } from '#server/sets/create-set.ts'
import { aClip } from '../../support/database/rows.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer
let pro: TestMember
let clip: { id: number; cloudpath: string }

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'on' } })
  pro = await aMember(server.deps, { membership: 'pro' })
  clip = await aClip(server.deps.db)
  const maker = { id: pro.id, membership: 'pro' } as const
  await createCollection(server.deps, maker, { curated_name: 'Quiet Rain', source_ids: [clip.id] })
})
afterAll(() => server.close())

let address = ''
let addresses = 0
beforeEach(() => {
  address = `10.0.0.${++addresses}`
})

async function look(path: string, { method = 'GET', from = address, accept = 'text/html' } = {}) {
  const headers = { ...pro.headers, accept, 'x-forwarded-for': from }
  const answer = await fetch(server.at(path), { method, headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const sign = (set: string, clip: { id: number; cloudpath: string }) =>
  `/api/media-sign-curated?filepath=${clip.cloudpath}&curated=${set}&source=${clip.id}`

/** Each reveals whether the set exists. */
const WAYS: [string, (name: string) => string, string?][] = [
  ['page', (name) => `/curated/${name}`],
  ['Japanese page', (name) => `/ja/promo/${name}`],
  ['API', (name) => `/api/curated/${name}`],
  ['count of views', (name) => `/api/curated/${name}/view`, 'POST'],
  ['signature', (name) => sign(name, clip)],
]

test.each(WAYS)(
  'after 30 wrong names by the %s nothing is told, not even of a set that exists',
  async (_, pathOf, method) => {
    for (let n = 0; n < 30; n++) expect((await look(pathOf(`guess-${n}`), { method })).status).toBe(404)
    for (const path of [
      '/curated/quiet-rain',
      '/ja/curated/quiet-rain',
      '/api/curated/quiet-rain',
      sign('quiet-rain', clip),
    ]) {
      const { status, headers } = await look(path)
      expect([path, status]).toEqual([path, 429])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(590)
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(600)
      expect(headers.get('cache-control')).toMatch(/no-store/)
    }
    expect((await look('/curated/quiet-rain', { from: '10.9.9.9' })).status).toBe(200)
    for (const path of ['/', '/pricing', '/api/medias/categories'])
      expect((await look(path)).status).toBe(200)
  },
)

test('ten minutes later the names may be tried again', async () => {
  for (let n = 0; n < 30; n++) await look(`/api/curated/wrong-${n}`)
  expect((await look('/curated/quiet-rain')).status).toBe(429)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60 * 1000 + 1000 })
  try {
    expect((await look('/curated/quiet-rain')).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test('right names, and clips that left a set, are no guesses', async () => {
  const gone = { id: clip.id + 1000, cloudpath: clip.cloudpath }
  for (let n = 0; n < 40; n++) expect((await look('/curated/quiet-rain')).status).toBe(200)
  for (let n = 0; n < 40; n++) expect((await look(sign('quiet-rain', gone))).status).toBe(404)
  expect((await look('/curated/quiet-rain')).status).toBe(200)
})

test('people see a page in their language, programs get the code', async () => {
  for (let n = 0; n < 30; n++) await look(`/promo/wrong-${n}`)
  expect((await look('/curated/quiet-rain')).text).toContain('Please try again in ten minutes.')
  expect((await look('/ja/curated/quiet-rain')).text).toContain('10分ほどしてから')
  const forPrograms = await look('/curated/quiet-rain', { accept: '*/*' })
  expect(JSON.parse(forPrograms.text)).toMatchObject({ status: 'TOO_MANY_REQUESTS' })
})

test.each([
  ['away', () => Promise.reject(new Error('away'))],
  ['silent', () => new Promise<never>(() => {})],
])('a cached page is shown while what counts the guesses is %s', async (_, blockedFor) => {
  expect((await look('/curated/quiet-rain')).status).toBe(200)
  const { wrongSetNames } = server.deps.rateLimits
  const counter = vi.spyOn(wrongSetNames, 'blockedFor').mockImplementation(blockedFor)
  try {
    expect((await look('/curated/quiet-rain')).status).toBe(200)
  } finally {
    counter.mockRestore()
  }
})
