import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_ARGS, findBrowser } from '../../support/browser.ts'
import { freePort } from '../../support/free-port.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'
import { LONG } from '../support/long.ts'
import { ALL, fillHostile, licenceOf, PAYLOADS } from './hostile-shop.ts'

/** The last row of every table has all payloads in every text. */
const TEXTS = [...(LONG ? PAYLOADS : []), ALL]
const LAST = TEXTS.length

let server: TestServer
let admin: TestMember
let browser: Browser
let page: Page
/** Scripts that ran, violations of the policy, and broken pages. */
const faults: string[] = []

beforeAll(async () => {
  const port = String(await freePort())
  const env = { PORT: port, SITE_URL: `http://localhost:${port}`, HOST: 'localhost', LOG_LEVEL: 'warn' }
  server = await startTestServer({ env: { ...env, TRUST_PROXY: 'on' }, checksAnswers: false })
  admin = await aMember(server.deps, { admin: true, name: ALL })
  await fillHostile(server.deps.db, TEXTS)
  const { executablePath, env: libraries } = await findBrowser()
  browser = await chromium.launch({
    executablePath,
    args: BROWSER_ARGS,
    env: { ...process.env, ...libraries } as Record<string, string>,
  })
  page = await aWatchedTab()
})
afterAll(() => Promise.all([browser?.close(), server?.close()]))

async function aWatchedTab(): Promise<Page> {
  const tab = await browser.newPage({ reducedMotion: 'reduce' })
  await tab.exposeFunction('pwned', (what: unknown) => faults.push(`${tab.url()}: ${what}`))
  await tab.addInitScript(() => {
    const { pwned } = window as unknown as { pwned(what: string): void }
    addEventListener('securitypolicyviolation', (stopped) =>
      pwned(`${stopped.violatedDirective} stopped ${stopped.blockedURI} ${stopped.sample}`),
    )
  })
  tab.on('pageerror', (error) => faults.push(`${tab.url()}: ${error.stack}`))
  tab.on('dialog', (dialog) => faults.push(`${tab.url()}: ${dialog.message()}`))
  tab.on('request', (request) => {
    if (request.url().includes('pwned.example')) faults.push(`${tab.url()}: asks ${request.url()}`)
  })
  return tab
}

/** Opens a page, and waits until its content has loaded. */
async function visit(path: string, shown = 'pwned(1)'): Promise<void> {
  const answer = await page.goto(server.at(path))
  expect(answer?.status(), path).toBe(200)
  // The studio's pages never rest: they listen for events.
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {})
  await expect.poll(() => page.evaluate(shownText), { message: path, timeout: 20_000 }).toContain(shown)
  faults.push(...(await page.evaluate(brokenOut)).map((what) => `${path}: ${what}`))
}

/** Runs in the page: visible and editable text. */
function shownText(): string {
  const main = document.querySelector('main') ?? document.body
  const fields = [...main.querySelectorAll<HTMLInputElement>('input, textarea')]
  return [main.innerText, ...fields.map(({ value }) => value)].join(' ')
}

/** Runs in the page: elements and attributes that only a payload makes, script URLs, data that no longer parses. */
function brokenOut(): string[] {
  const runs = /^[\s\p{Cc}]*(?:java\s*script|vbscript|data:text)/iu
  const isForeign = (element: Element) =>
    element.localName.startsWith('pwned') ||
    [...element.attributes].some(
      ({ name, value }) =>
        name.startsWith('on') ||
        name.startsWith('data-pwned') ||
        (/^(?:href|src|action|formaction|srcdoc|xlink:href)$/.test(name) && runs.test(value)),
    )
  const found = [...document.querySelectorAll('*')].filter(isForeign).map(({ outerHTML }) => outerHTML)
  for (const data of document.querySelectorAll('script[type="application/ld+json"]'))
    JSON.parse(data.textContent ?? '')
  if (document.querySelector('base, iframe, math, meta[http-equiv=refresh]')) found.push('a strange element')
  return found.map((html) => html.slice(0, 300))
}

/** Suggestions are texts too. */
async function typeASearch(): Promise<void> {
  await page.goto(server.at('/'))
  await page.getByRole('combobox', { name: 'Search footage' }).pressSequentially('pwned')
  await page.getByRole('option').filter({ hasText: 'pwned' }).first().waitFor()
  faults.push(...(await page.evaluate(brokenOut)))
}

async function signIn(): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${admin.email}:${admin.password}`).toString('base64')}`
  const answer = await fetch(server.at('/api/users/login'), { headers: { authorization } })
  const { user, access_token: token, refresh_token, expires_in } = await answer.json()
  const record = { ...user, token, refresh_token, expires_in, expiry_time: Date.now() + expires_in * 1000 }
  await page.evaluate((value) => localStorage.setItem('auth', value), JSON.stringify(record))
}

const PUBLIC = [
  ...[`/m/${LAST}`, '/', '/s/temple', `/t/c${LAST}`, `/promo/p${LAST}`, `/curated/p${LAST}`],
  ...[`/embed/${LAST}`, `/verify/${licenceOf(LAST)}`, `/s/${encodeURIComponent(ALL.slice(0, 150))}`],
]
const OWN = [
  '/account',
  '/likes',
  '/admin/sets',
  '/promo-make',
  '/curated-make',
  `/licence/${licenceOf(LAST)}`,
]
const STUDIO = [
  ...[`/clip/${LAST}`, '/library', '/uploads', '/categories', '/sets', '/members'],
  ...['/demand', '/demand?view=stock', '/demand?view=clips', '/demand?view=creators', '/demand?view=wishes'],
  '/demand?view=rules',
  ...['/testers', '/log'],
].map((path) => `/studio${path}`)

test('no stored text runs or breaks out of its place, on any page', async () => {
  const both = (paths: string[]) => paths.flatMap((path) => [path, path === '/' ? '/ja' : `/ja${path}`])
  for (const path of LONG ? both(PUBLIC) : PUBLIC.slice(0, 2)) await visit(path)
  if (LONG) {
    for (let clip = 1; clip < LAST; clip++) await visit(`/m/${clip}`, 'pwned')
    await typeASearch()
    await signIn()
    for (const path of [...both(OWN), ...STUDIO]) await visit(path)
  }
  expect(faults).toEqual([])
}, 600_000)

test('the browser reports policy violations, and the log has no URL', async () => {
  const tab = await browser.newPage()
  // Chromium sends by `report-to` only over https, a minute later, and its headless shell not at all.
  await tab.route('**/terms', async (route) => {
    const answer = await route.fetch()
    const policy = answer.headers()['content-security-policy']!.replace(/report-to \w+;?/, '')
    await route.fulfill({
      response: answer,
      headers: { ...answer.headers(), 'content-security-policy': policy },
    })
  })
  await tab.goto(server.at('/terms'))
  const told = tab.waitForResponse('**/api/csp-report')
  await tab.evaluate(() =>
    document.body.append(Object.assign(new Image(), { src: 'https://pwned.example/secret' })),
  )
  expect((await told).status()).toBe(204)
  expect(server.logged).toContainEqual(
    expect.objectContaining({ directive: 'img-src', blocked: 'https://pwned.example' }),
  )
  await tab.close()
})
