import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { changeSet, deleteSet } from '#server/sets/change-set.ts'
import { createCollection, createPromotion } from '#server/sets/create-set.ts'
import { endPromotion, extendPromotion } from '#server/sets/promotion-expiry.ts'
import { aClip } from '../../support/database/rows.ts'
import { aMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

const ADMIN = { id: 1, membership: 'free', role: 'admin' } as const
const DAY = 24 * 60 * 60
/** All URLs of a promotion's page. */
const PAGES = ['/promo/autumn', '/promo/Autumn', '/promo/autumn?utm_source=letter']

let server: TestServer
let clip: { id: number }
let clock = Date.parse('2026-11-21T09:00:00.000Z')

beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(clock) })
  await aMember(server.deps, { admin: true })
  clip = await aClip(server.deps.db)
})
afterAll(() => server.close())

async function aPromotion(promo_name: string): Promise<number> {
  const input = { promo_name, source_ids: [clip.id], expires_in_days: 1 }
  const { expiry } = await createPromotion(server.deps, ADMIN, input)
  return Date.parse(expiry!)
}

async function look(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.at(path), { headers })
  const text = await answer.text()
  const { headers: given, status } = answer
  return {
    status,
    isOops: text.includes('Oops...'),
    cache: given.get('x-cache'),
    etag: given.get('etag'),
    given,
  }
}

/** A change clears the page up to a second later, so it may have to be rendered once more. */
async function lookAtCached(path: string) {
  return vi.waitFor(
    async () => {
      const page = await look(path)
      expect(page).toMatchObject({ status: 200, cache: 'hit' })
      return page
    },
    { timeout: 5_000 },
  )
}

test('a cached page is never sent after the promotion’s end, not even as a 304', async () => {
  const expiry = await aPromotion('Autumn')
  clock = expiry - 90_000
  const first = await look('/promo/autumn')
  expect(first).toMatchObject({ status: 200, isOops: false, cache: 'miss' })
  expect(first.given.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  clock = expiry - 45_000
  await lookAtCached('/promo/autumn')
  // Rendered shortly before the end: cached until then at most.
  clock = expiry - 20_000
  for (const path of PAGES) expect(await look(path)).toMatchObject({ status: 200, isOops: false })
  clock = expiry - 5000
  const late = await lookAtCached('/promo/autumn')
  clock = expiry - 1000
  for (const path of PAGES) expect((await look(path)).status, path).toBe(200)
  clock = expiry - 1
  expect((await look('/promo/autumn')).status).toBe(200)
  for (const after of [0, 1, 1000, 59_000, DAY * 1000]) {
    clock = expiry + after
    for (const path of PAGES) {
      const conditional = await look(path, { 'if-none-match': late.etag ?? '' })
      for (const page of [await look(path), conditional])
        expect(page, `${path} after ${after} ms`).toMatchObject({ status: 410, isOops: true })
    }
  }
})

test('extending or ending a promotion shows at once', async () => {
  const expiry = await aPromotion('Winter')
  expect((await look('/promo/winter')).status).toBe(200)
  await endPromotion(server.deps, 'cli', 'winter')
  await told(410, '/promo/winter')
  await extendPromotion(server.deps, 'cli', { name: 'winter', days: 3 })
  await told(200, '/promo/winter')
  clock = expiry + 1000
  expect((await look('/promo/winter')).status).toBe(200)
})

test('curated sets and unguessable URLs are noindex', async () => {
  const source_ids = [clip.id]
  const pageOf = async (url: string) => (await fetch(server.at(new URL(url).pathname))).text()
  const noindex = '<meta name="robots" content="noindex">'
  const curated = await createCollection(server.deps, ADMIN, { curated_name: 'Quiet Rain', source_ids })
  expect(await pageOf(curated.url)).toContain(noindex)
  const promotion = { promo_name: 'Open', source_ids, expires_in_days: 1 }
  const open = await createPromotion(server.deps, ADMIN, promotion)
  expect(await pageOf(open.url)).not.toContain(noindex)
  const hidden = await createPromotion(server.deps, ADMIN, { ...promotion, unguessable: true })
  const page = await pageOf(hidden.url)
  expect(page).toContain(noindex)
  expect(page).toContain('Get Open Footages for Free!')
})

test('changes of a set show at its old URL, and a deleted one is missing', async () => {
  const { deps } = server
  await createCollection(deps, ADMIN, { curated_name: 'Quiet Sea', source_ids: [clip.id] })
  const page = async () => (await fetch(server.at('/curated/quiet-sea'))).text()
  expect(await page()).toContain('<title>Quiet Sea | Nagare</title>')
  const change = { name: 'loud sea', description: 'For <Mio> & friends' }
  await changeSet(deps, 'collection', { set: 'quiet-sea', by: ADMIN, change })
  await expect.poll(page, { timeout: 5000 }).toContain('<title>Loud Sea | Nagare</title>')
  expect(await page()).toContain('For &lt;Mio&gt; &amp; friends')
  await deleteSet(deps, 'collection', { set: 'quiet-sea', by: ADMIN })
  await told(404, '/curated/quiet-sea')
})

/** Page caches of all processes are invalidated through the database. */
function told(status: number, path: string): Promise<void> {
  return expect.poll(async () => (await look(path)).status, { timeout: 5000 }).toBe(status)
}
