import type { BrowserContext, Page } from '@playwright/test'
import { COUNTED_HOST as NAME } from '../../support/browser.ts'
import { freePort } from '../../support/free-port.ts'
import { type PostHogSink, type SentEvent, startPostHogSink } from '../../support/posthog-sink.ts'
import { KNOWN_TESTER_KEY } from '../../support/shop/known-members.ts'
import { openDialog, theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { registerInDialog } from '../support/members.ts'
import { type OwnShop, openShop } from '../support/own-shop.ts'
import { aPerson, keptAuth } from '../support/people.ts'
import { expect, idleLater, test as shared } from '../support/test.ts'

async function shopNamed(settings: Record<string, string>): Promise<OwnShop> {
  const PORT = String(await freePort())
  return openShop({ SITE_URL: `http://${NAME}:${PORT}`, PORT, HOST: '127.0.0.1', ...settings })
}

/** A worker shares a shop with analytics. */
const test = shared.extend<{ sink: PostHogSink; counted: OwnShop; sent: SentEvent[] }>({
  sink: async ({ shared }, use) => {
    const sink = await shared.get('sink', startPostHogSink)
    sink.clear()
    await use(sink)
  },
  counted: async ({ shared, sink }, use) =>
    use(
      await shared.get('counted', () =>
        shopNamed({ POSTHOG_KEY: 'phc_of_the_browser_tests', POSTHOG_HOST: sink.url }),
      ),
    ),
  baseURL: async ({ counted }, use) => use(counted.url),
  sent: async ({ sink }, use) => use(sink.events),
})

/** Chromium’s warning about a site without TLS that is not localhost. */
const NO_TLS = /Cross-Origin-Opener-Policy header has been ignored/

// One worker, so that its shop is opened once.
test.describe.configure({ mode: 'default' })
test.use({
  expectedNoise: NO_TLS,
  // Looks like a person's browser: PostHog and the site ignore automated ones.
  userAgent:
    'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
})

test.beforeEach(({ context }) =>
  context.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false })),
)

const named = (sent: SentEvent[], name: string) => sent.filter(({ event }) => event === name)

/** Waits for at least `count` events of that name. */
async function arrived(sent: SentEvent[], name: string, count = 1): Promise<SentEvent[]> {
  await expect
    .poll(() => named(sent, name).length, { message: `${name} arrives` })
    .toBeGreaterThanOrEqual(count)
  return named(sent, name)
}

/** Scripts that a page loads from the site from now on, and all its requests to other hosts. */
function asked(page: Page, host = NAME): { scripts: string[]; elsewhere: string[] } {
  const [scripts, elsewhere]: [string[], string[]] = [[], []]
  page.on('request', (request) => {
    const { hostname, pathname } = new URL(request.url())
    if (hostname !== host) elsewhere.push(request.url())
    else if (pathname.endsWith('.js')) scripts.push(pathname)
  })
  return { scripts, elsewhere }
}

const loaded = (scripts: string[]) => scripts.some((path) => path.includes('posthog'))

const storedIn = (page: Page) => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))

test('without a key nothing is loaded, and no other host is allowed', async ({ page }) => {
  const shop = new URL(process.env.NAGARE_URL!)
  const { scripts, elsewhere } = asked(page, shop.hostname)
  const response = await page.goto(shop.href, { waitUntil: 'networkidle' })
  // By keyboard: the footer moves while the list above it grows.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service')
  await page.waitForLoadState('networkidle')
  await idleLater(page)
  expect(scripts.length).toBeGreaterThan(0)
  expect(loaded(scripts)).toBe(false)
  expect(elsewhere).toEqual([])
  expect(response?.headers()['content-security-policy']).toContain("connect-src 'self';")
})

test('views and clicks of a visitor arrive without cookies, without a profile, and from our own script', async ({
  page,
  context,
  sent,
  sink,
}) => {
  const { scripts, elsewhere } = asked(page)
  const response = await page.goto('/')
  const [view] = await arrived(sent, '$pageview')
  expect(view?.properties).toMatchObject({ $pathname: '/', $process_person_profile: false })
  expect(view?.properties).not.toHaveProperty('title')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  const [click] = await arrived(sent, 'PRIVACY_CLICK')
  expect(click?.properties).toMatchObject({ path: '/', $process_person_profile: false })
  expect(click?.properties.distinct_id).toBe(view?.properties.distinct_id)
  await arrived(sent, '$pageview', 2)
  expect(loaded(scripts)).toBe(true)
  expect(elsewhere.filter((url) => !url.startsWith(`${sink.url}/e/`))).toEqual([])
  expect(sink.heard.filter((request) => !/^(POST|OPTIONS) \/e\//.test(request))).toEqual([])
  expect(await context.cookies()).toEqual([])
  const policy = response?.headers()['content-security-policy']
  expect(policy).toContain(`connect-src 'self' ${sink.url};`)
  expect(policy?.match(/script-src[^;]*/)?.[0]).not.toContain(sink.url)
})

test('nothing is loaded before the browser is idle', LONG, async ({ page, sent }) => {
  await page.addInitScript(() => {
    const held: IdleRequestCallback[] = []
    window.requestIdleCallback = (callback) => held.push(callback)
    const release = () =>
      held.splice(0).map((callback) => callback({ didTimeout: false, timeRemaining: () => 50 }))
    Object.assign(window, { held, release })
  })
  const release = () => page.evaluate(() => (window as unknown as { release(): void }).release())
  const { scripts } = asked(page)
  await page.goto('/', { waitUntil: 'networkidle' })
  // The islands wait for idle time too; analytics waits after them.
  await release()
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await page.waitForFunction(() => (window as unknown as { held: unknown[] }).held.length > 0)
  expect(loaded(scripts)).toBe(false)
  expect(sent).toEqual([])
  await release()
  await arrived(sent, '$pageview')
  await arrived(sent, 'TERMS_CLICK')
})

test(
  'a new member is identified by the account’s number as text, never by name or address, until the sign-out',
  LONG,
  async ({ page, sent, sink }) => {
    await page.goto('/')
    const [before] = await arrived(sent, '$pageview')
    await openDialog(page)
    const { name, email } = await registerInDialog(page)
    const [identify] = await arrived(sent, '$identify')
    const id = String((await keptAuth(page))?.id)
    expect(identify?.properties).toMatchObject({
      distinct_id: id,
      $anon_distinct_id: before?.properties.distinct_id,
      $process_person_profile: true,
    })
    await page.goto('/account')
    await page.getByRole('button', { name: 'Logout' }).click()
    const [logout] = await arrived(sent, 'LOGOUT_CLICK')
    expect(logout?.properties.distinct_id).toBe(id)
    expect(named(sent, '$identify')).toHaveLength(1)

    sink.clear()
    await page.goto('/pricing')
    const after = await arrived(sent, '$pageview')
    for (const { properties } of after.filter(({ properties }) => properties.$pathname === '/pricing')) {
      expect(properties.$process_person_profile).toBe(false)
      expect([id, before?.properties.distinct_id]).not.toContain(properties.distinct_id)
    }
    expect(await storedIn(page)).not.toContain('"identified"')
    for (const secret of [name, email, encodeURIComponent(email)])
      expect(sink.heard.join()).not.toContain(secret)
  },
)

test.describe('a key that fails', () => {
  test.use({ expectedNoise: new RegExp(`${NO_TLS.source}|could not be redeemed|403 \\(Forbidden\\)`) })

  test('is counted as an error of the sign-up, and sent to nobody', LONG, async ({ page, sent, sink }) => {
    const key = KNOWN_TESTER_KEY
    // Revoked between the page and the click.
    await page.route('**/api/users/early-adopter?*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 403, json: { status: 'INVALID_KEY', message: '', request_id: '' } })
        : route.continue(),
    )
    await page.goto(`/promo-signup?k=${key}&utm_source=letter#k=${key}`)
    const [view] = await arrived(sent, '$pageview')
    expect(view?.properties.$current_url).toMatch(/\/promo-signup\?utm_source=letter$/)
    await page.getByRole('button', { name: 'Become a Tester' }).click()
    await registerInDialog(page)
    await expect(theToast(page, 'Error: The url is invalid. Please reach out.')).toBeVisible()
    const [error] = await arrived(sent, 'signup-error')
    expect(error?.properties.reason).toBe('INVALID_KEY')
    await arrived(sent, '$identify')
    // The referrer is sent, too.
    await page.evaluate(() => location.assign('/'))
    await expect
      .poll(() => named(sent, '$pageview').some(({ properties }) => properties.$pathname === '/'))
      .toBe(true)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
    await arrived(sent, 'TERMS_CLICK')
    expect(sink.heard.join('\n')).toContain('utm_source')
    expect(sink.heard.join('\n')).not.toContain(key)
    expect(await storedIn(page)).not.toContain(key)
  })
})

test.describe('URLs that give access', () => {
  // No such licence.
  test.use({ expectedNoise: new RegExp(`${NO_TLS.source}|404 \\(Not Found\\)`) })

  test('the token of a mailed link and the number of a licence are sent to nobody', async ({
    page,
    sent,
    sink,
  }) => {
    await page.goto('/reset-password#token=sEcReT-token')
    await arrived(sent, '$pageview')
    await page.goto('/verify/sEcReT-number')
    await arrived(sent, '$pageview', 2)
    await page.goto('/')
    await arrived(sent, '$pageview', 3)
    expect(sink.heard.join('\n')).toContain('/verify/-')
    expect(sink.heard.join('\n')).not.toContain('sEcReT')
  })
})

const signals: [string, (context: BrowserContext) => Promise<unknown>][] = [
  [
    'Do Not Track',
    (context) =>
      context.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' }),
      ),
  ],
  [
    'Global Privacy Control',
    (context) =>
      context.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
      ),
  ],
]

for (const [signal, send] of signals) {
  test(
    `visitors who send ${signal} load nothing and are not counted`,
    signal === 'Do Not Track' ? {} : LONG,
    async ({ page, context, sent }) => {
      await send(context)
      const { scripts, elsewhere } = asked(page)
      await page.goto('/', { waitUntil: 'networkidle' })
      await openDialog(page)
      await idleLater(page)
      expect(loaded(scripts)).toBe(false)
      expect(elsewhere).toEqual([])
      expect(sent).toEqual([])
    },
  )
}

/** Must work with analytics and without. */
async function signUpAndReadTerms(page: Page): Promise<void> {
  await openDialog(page)
  await registerInDialog(page, aPerson({ name: 'Aoi Mori' }))
  await expect(page.getByRole('banner').getByRole('link', { name: 'Aoi' })).toBeVisible()
  // By keyboard, since the footer moves down while further clips load.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service')
}

test.describe('when it is blocked or down', () => {
  // Logged by Chromium, not by the site.
  test.use({
    expectedNoise: new RegExp(
      `${NO_TLS.source}|^Failed to load resource: net::ERR_(?:BLOCKED_BY_CLIENT|EMPTY_RESPONSE)`,
    ),
  })

  test('a visitor whose browser blocks the script misses nothing', LONG, async ({ page, sent }) => {
    let blocked = 0
    await page.route(/posthog/, (route) => {
      blocked++
      return route.abort('blockedbyclient')
    })
    await page.goto('/')
    await expect.poll(() => blocked).toBeGreaterThan(0)
    await signUpAndReadTerms(page)
    expect(sent).toEqual([])
  })
})
