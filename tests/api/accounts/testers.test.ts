import { afterAll, beforeAll, expect, test } from 'vitest'
import { CurrentUser } from '#contract/accounts/accounts.ts'
import { claimSpot, testerCount } from '#contract/accounts/tester-calls.ts'
import { makeTesterKeys } from '#server/testers/tester-keys.ts'
import { aMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, 120_000)
afterAll(() => server.close())

test('the count is right at once, and no key is in the log', async () => {
  const [key = ''] = await makeTesterKeys(server.deps, { count: 1, label: 'test' })
  const { headers } = await aMember(server.deps)
  const count = async () => {
    const answer = await fetch(server.at('/api/users/early-adopters'))
    expect(answer.headers.get('cache-control')).toBe('no-store')
    return testerCount.answer.parse(await answer.json()).count
  }
  const claim = (with_: string) =>
    fetch(server.at(`/api/users/early-adopter?key=${with_}`), { method: 'PUT', headers })

  expect(await count()).toBe(0)
  const refused = await claim('not-a-key')
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ status: 'INVALID_KEY' })
  claimSpot.answer.parse(await (await claim(key)).json())
  expect(await count()).toBe(1)
  const me = CurrentUser.parse(await (await fetch(server.at('/api/user'), { headers })).json())
  expect(me.membership).toBe('early_adopter')

  await server.deps.db.updateTable('tester_spots').set({ taken: 20 }).execute()
  const late = await aMember(server.deps)
  const full = await fetch(server.at(`/api/users/early-adopter?key=${key}`), {
    method: 'PUT',
    headers: late.headers,
  })
  expect(full.status).toBe(409)
  expect(await full.json()).toMatchObject({ status: 'SOLD_OUT' })
  expect(JSON.stringify(server.logged)).not.toContain(key)
})

test('the landing pages stop looking for testers once the last spot is taken', async () => {
  const [key = ''] = await makeTesterKeys(server.deps, { count: 1, label: 'last' })
  await server.deps.db.updateTable('tester_spots').set({ taken: 19 }).execute()
  const pages = [
    ['/promo-signup', 'All spots are taken'],
    ['/promo-signup-jp', '定員に達しました'],
  ] as const
  /** Whether a page has ended the search, in its title and for its styles. */
  const isOver = async ([path, title]: readonly [string, string]) => {
    const page = await (await fetch(server.at(path))).text()
    return [page.includes(`<title>${title}`), page.includes('class="landing" data-sold-out')]
  }
  for (const page of pages) expect(await isOver(page)).toEqual([false, false])
  const { headers } = await aMember(server.deps)
  const claimed = await fetch(server.at(`/api/users/early-adopter?key=${key}`), { method: 'PUT', headers })
  expect(claimed.status).toBe(200)
  for (const page of pages) await expect.poll(() => isOver(page), { timeout: 5_000 }).toEqual([true, true])
})

test('a key can be checked without an account, at most twenty wrong ones', async () => {
  const [key = ''] = await makeTesterKeys(server.deps, { count: 1, label: 'test' })
  const check = async (with_: string) =>
    (await fetch(server.at(`/api/users/early-adopter?key=${encodeURIComponent(with_)}`))).status
  expect(await check(key)).toBe(200)
  for (const wrong of ['', 'not-a-key', `${key} `]) expect(await check(wrong)).toBe(403)
  expect(await check(key)).toBe(200)
  for (let guess = 0; guess < 20; guess++) expect(await check('not-a-key')).toBe(403)
  expect(await check(key)).toBe(429)
})

test('pages claim what the settings say, in both languages', async () => {
  const claims = { CLAIMED_CLIPS: '30', CLAIMED_UPDATES: 'monthly', CLAIMED_RESOLUTION: '720p' }
  const modest = await startTestServer({ env: claims })
  try {
    const text = async (path: string) => (await fetch(modest.at(path))).text()
    const [landing, landingJa, home, homeJa, pricing, pricingJa] = await Promise.all(
      ['/promo-signup', '/promo-signup-jp', '/', '/ja', '/pricing', '/ja/pricing'].map(text),
    )
    for (const said of ['30+ Cinematic Clips', 'with monthly updates', 'New footage every month', '720p HD'])
      expect(landing).toContain(said)
    for (const said of ['30本以上のシネマティック映像', '毎月の更新で', '全映像が720p'])
      expect(landingJa).toContain(said)
    expect(home).toContain('New footage arrives every month.')
    expect(homeJa).toContain('新しい映像は毎月届きます')
    expect(pricing).toContain('New footage every month')
    expect(pricingJa).toContain('新しい映像を毎月追加')
    for (const page of [landing, landingJa, home, homeJa, pricing, pricingJa])
      expect(page).not.toMatch(
        /850|1080p|weekly|every week|毎週|\{(?:claimedClips|updates|period|resolution)\}/,
      )
  } finally {
    await modest.close()
  }
})

test('the page is the same for everybody, with any key', async () => {
  for (const path of ['/promo-signup', '/promo-signup-jp']) {
    const [plain, keyed] = await Promise.all(
      [path, `${path}?k=secretsecretkey1`].map(async (address) => (await fetch(server.at(address))).text()),
    )
    expect(keyed).toBe(plain)
    expect(keyed).not.toContain('secretsecretkey1')
    expect(plain).toContain('<meta name="robots" content="noindex">')
  }
})
