import type { Page } from '@playwright/test'
import { theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { aScreenshot, expectFirst } from '../support/screenshot.ts'
import { test } from '../support/shared-tab.ts'
import { expect, expectAccessible } from '../support/test.ts'

/** A search box that has no scripts yet. */
const WAITING = 'astro-island[ssr]:has([role=combobox])'

/** Pastes or drops a file where the visitor types. */
const give = async (page: Page, event: 'paste' | 'drop', base64: string) => {
  await page.getByRole('combobox').evaluate(
    (box, { event, base64 }) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], 'image.jpg', { type: 'image/jpeg' }))
      const given = { bubbles: true, cancelable: true }
      box.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent(event, { ...given, clipboardData: data })
          : new DragEvent(event, { ...given, dataTransfer: data }),
      )
    },
    { event, base64 },
  )
}

test('a screenshot of a clip finds it first, sends nothing, and its answer can be shared', async ({
  page,
}) => {
  const { id, file } = await aScreenshot(page, 'fuji')
  const sent: string[] = []
  page.on('request', (request) => request.postDataBuffer() && sent.push(request.url()))
  await page.goto('/')
  await page.getByLabel('Find by a picture or film').setInputFiles(file)
  await expectFirst(page, id)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clips that look like your picture')
  expect(sent.filter((url) => !url.endsWith('/api/activity'))).toEqual([])
  await expectAccessible(page)
  const answer = await page.request.get(page.url())
  expect(answer.headers()['cache-control']).toContain('public')
  expect(await answer.text()).toContain('<meta name="robots" content="noindex">')
  await page.goBack()
  await expect(page).toHaveURL('/')
  expect((await page.request.get('/look/torii')).status()).toBe(404)
})

test('a picture is pasted or dropped into the search, in Japanese too, and a film is searched by its middle', async ({
  page,
}) => {
  const { id, file, preview } = await aScreenshot(page, 'pagoda')
  for (const event of ['paste', 'drop'] as const) {
    await page.goto('/ja')
    await expect(page.locator(WAITING)).toHaveCount(0)
    await give(page, event, file.buffer.toString('base64'))
    await expectFirst(page, id)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('画像と見た目が似ている動画')
  }
  const film = await (await page.request.get(preview)).body()
  await page.getByLabel('画像や動画から探す').setInputFiles({ ...file, mimeType: 'video/mp4', buffer: film })
  await expect(page).not.toHaveURL(new RegExp(`${new URL(page.url()).pathname}$`))
  await expectFirst(page, id)
})

test('a picture that is pasted before the scripts is not lost', LONG, async ({ page }) => {
  const { id, file } = await aScreenshot(page, 'pagoda')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/_astro/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await give(page, 'paste', file.buffer.toString('base64'))
  await expect(page.locator(WAITING)).toHaveCount(1)
  release()
  await expectFirst(page, id)
})

test(
  'what the browser cannot read as a picture or film is said, and the search stays as it was',
  LONG,
  async ({ page }) => {
    await page.goto('/')
    const field = page.getByLabel('Find by a picture or film')
    const box = page.getByRole('combobox', { name: 'Search footage' })
    await box.fill('temple')
    for (const [mimeType, bytes] of [
      ['application/pdf', '%PDF-1.7'],
      ['image/jpeg', ''],
      ['image/heic', 'ftypheic'],
      ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['video/mp4', 'no film'],
    ] as const) {
      await field.setInputFiles({ name: 'file', mimeType, buffer: Buffer.from(bytes) })
      const toast = theToast(page, 'Your browser cannot read this file')
      await expect(toast).toBeVisible()
      await toast.getByRole('button').click()
      await expect(toast).toBeHidden()
    }
    await expect(page).toHaveURL('/')
    await expect(box).toHaveValue('temple')
    await box.press('Enter')
    await expect(page).toHaveURL('/s/temple')
  },
)
