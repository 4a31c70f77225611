import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from '../support/shared-tab.ts'
import { expect } from '../support/test.ts'

const run = promisify(execFile)
const FIRST_REQUESTS = [
  ['JavaScript', process.execPath, '--input-type=module', '-e'],
  ['curl', 'sh', '-c', 'command -v curl >/dev/null && eval "$0" || echo is missing'],
  ['Python', 'sh', '-c', 'command -v python3 >/dev/null && exec python3 -c "$0" || echo is missing'],
] as const

test('a developer finds a call by its words, opens it, and copies its example', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/developers')
  const list = page.getByRole('navigation', { name: 'Calls' })
  const find = list.getByRole('searchbox', { name: 'Find a call' })
  await find.fill('certificate licences')
  await expect(list.getByRole('status')).toHaveText('Found: 1')
  await expect(list.getByRole('link').filter({ visible: true })).toHaveText([
    'Overview',
    /licences\/\{id\}\/pdf/,
  ])
  await find.fill('zorblax')
  await expect(list.getByRole('status')).toHaveText('Found: 0')
  await find.fill('')
  await expect(list.getByRole('status')).toBeEmpty()
  await find.fill('get media-sign full film')
  await list.getByRole('link', { name: '/media-sign' }).first().press('Enter')

  const call = page.locator('#signMedia')
  await expect(call).toBeInViewport()
  await call.getByRole('button', { name: 'Copy: Request' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(/^curl '.+\/api\/media-sign\?filepath=full%2F/)
  const data = page.locator('#data-SignedMedia')
  await expect(data).toBeHidden()
  await call.getByRole('link', { name: 'SignedMedia' }).click()
  await expect(data).toBeVisible()
})

test('the first request finds clips of the demo, in each language, as it is printed', async ({ page }) => {
  await page.goto('/ja/developers')
  for (const [label, command, ...options] of FIRST_REQUESTS) {
    const figure = page.getByRole('figure').filter({ has: page.getByText(label, { exact: true }) })
    const code = (await figure.getByRole('code').textContent())!
    const { stdout } = await run(command, [...options, code])
    // A plain machine may lack curl or Python; tests/api/openapi/reference.test.ts says so.
    if (!stdout.includes('is missing')) expect(stdout, label).toMatch(/[Tt]emple/)
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the reference is whole, without dead buttons', async ({ page }) => {
    await page.goto('/ja/developers/clips')
    await expect(page.locator('#search').getByRole('heading', { level: 2 })).toBeVisible()
    await expect(page.getByRole('button', { name: /コピー/ })).toHaveCount(0)
    await expect(page.getByPlaceholder('呼び出しを探す')).toBeHidden()
    await page.locator('summary').filter({ hasText: 'アカウント' }).first().click()
    await expect(page.getByRole('link', { name: '/users/login' })).toBeVisible()
  })
})
