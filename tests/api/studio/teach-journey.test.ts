import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_ARGS, findBrowser } from '../../support/browser.ts'
import { childEnvironment } from '../../support/child-environment.ts'
import { postgresDatabases } from '../../support/database/databases.ts'
import { freePort } from '../../support/free-port.ts'
import { publish } from '../../support/search-library.ts'
import { aMember } from '../../support/shop/members.ts'
import { testEnvironment } from '../../support/shop/server.ts'

const databases = postgresDatabases()
const servers: ChildProcess[] = []
const urls: string[] = []
let folder: string
let browser: Browser
let stranger: Page
let operator: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nagare-teach-'))
  const config = await databases.create()
  const db = await databases.connect(config)
  const member = await aMember({ db, now: () => new Date() }, { role: 'editor' })
  await publish(db, { title: 'Paper lantern at dusk', keywords: ['lantern'] })
  await publish(db, { title: 'Koi in a pond', keywords: ['koi', 'fish'] })
  if (config.engine !== 'postgres') throw new Error('not PostgreSQL')
  urls.push(...(await Promise.all([startServer(config.url), startServer(config.url)])))
  const { executablePath, env } = await findBrowser()
  browser = await chromium.launch({
    executablePath,
    args: BROWSER_ARGS,
    env: { ...process.env, ...env } as Record<string, string>,
  })
  stranger = await browser.newPage({ baseURL: urls[1]!, reducedMotion: 'reduce' })
  operator = await browser.newPage({ baseURL: urls[0]!, reducedMotion: 'reduce' })
  await signIn(operator, member)
})
afterAll(async () => {
  await browser?.close()
  for (const server of servers) {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
  }
  await databases.close()
  await rm(folder, { recursive: true, force: true })
})

/** A server process of its own on this database. Returns its address. */
async function startServer(database: string): Promise<string> {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const env = {
    ...{ ...process.env, ...childEnvironment, ...testEnvironment(folder), LOG_LEVEL: 'warn' },
    ...{ DATABASE_URL: database, SITE_URL: url, PORT: port, HOST: 'localhost' },
  }
  const server = spawn(process.execPath, ['dist/server.mjs'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  servers.push(server)
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    if (server.exitCode !== null) throw new Error('A server did not start')
    await sleep(50)
  }
  return url
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/healthz')
  const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`
  const answer = await page.request.get('/api/users/login', { headers: { authorization } })
  const { user, access_token: token, refresh_token, expires_in } = await answer.json()
  const record = { ...user, token, refresh_token, expires_in, expiry_time: Date.now() + expires_in * 1000 }
  await page.evaluate((value) => localStorage.setItem('auth', value), JSON.stringify(record))
}

const TITLE = 'Paper lantern at dusk'

/** Whether the stranger's page, which the server may have kept, has the clip. */
async function finds(): Promise<boolean> {
  await stranger.goto('/s/zorblax')
  return (
    (await stranger.locator('main').innerText()).includes(TITLE) || stranger.getByAltText(TITLE).isVisible()
  )
}

test('a stranger finds nothing, the operator teaches the word at another server, and the stranger finds it until it is taken back', async () => {
  for (const _ of [1, 2]) expect(await finds()).toBe(false)
  await operator.goto('/studio/demand?view=rules')
  await operator.getByRole('button', { name: 'Add a rule' }).press('Enter')
  await operator.getByLabel('Word', { exact: true }).fill('zorblax')
  await operator.getByLabel('Has the same meaning as').fill('Lanterns')
  await operator.getByRole('button', { name: 'Preview' }).click()
  await operator.getByText('Clips after: 1').waitFor()
  expect(await finds()).toBe(false)
  await operator.getByRole('button', { name: 'Teach', exact: true }).click()
  const rule = operator.getByRole('row', { name: /zorblax is the same as lanterns/ })
  await rule.waitFor()
  await expect.poll(finds, { timeout: 2_000, interval: 100 }).toBe(true)
  await rule.getByRole('button', { name: /^Undo/ }).click()
  await rule.waitFor({ state: 'detached' })
  await expect.poll(finds, { timeout: 2_000, interval: 100 }).toBe(false)
})
