import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { LONG } from '../support/long.ts'
import { test } from '../support/shared-tab.ts'
import { expect } from '../support/test.ts'

const elsewhere = createServer((req, res) => {
  const code = new URL(req.url ?? '', 'http://elsewhere').searchParams.get('code')
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.end(`<!doctype html><title>Elsewhere</title>${code}`)
})
test.beforeAll(() => once(elsewhere.listen(0, '127.0.0.1'), 'listening'))
test.afterAll(() => {
  elsewhere.close()
})

/** Opens a page of another origin into which the code of a frame is pasted. */
async function frameElsewhere(page: Page, code: string) {
  const { port } = elsewhere.address() as AddressInfo
  await page.goto(`http://127.0.0.1:${port}/?code=${encodeURIComponent(code)}`)
  return page.frameLocator('iframe')
}

async function aClipPage(page: Page): Promise<string> {
  await page.goto('/')
  return new URL((await page.locator('a.tile').first().getAttribute('href')) ?? '', page.url()).href
}

test('structured data causes no policy violation', async ({ page }) => {
  for (const path of ['/', '/ja', '/promo-signup', await aClipPage(page)]) {
    await page.goto(path)
    const types = await page
      .locator('head script[type="application/ld+json"]')
      .evaluateAll((scripts) =>
        scripts.flatMap(({ textContent }) =>
          JSON.parse(textContent ?? '')['@graph'].map((thing: { '@type': string }) => thing['@type']),
        ),
      )
    expect(types.length, path).toBeGreaterThan(0)
  }
})

test('the embed code plays the clip on another site, without sound, and leads to its page', async ({
  page,
}) => {
  const clip = await aClipPage(page)
  await page.goto(clip)
  await page.getByRole('button', { name: 'Share' }).click()
  const code = await page.getByRole('textbox', { name: 'Embed code' }).inputValue()
  const frame = await frameElsewhere(page, code)
  const video = frame.locator('video')
  await expect(video).toHaveJSProperty('muted', true)
  await expect(video).toHaveJSProperty('loop', true)
  await video.evaluate((element: HTMLVideoElement) => element.play())
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0.2)
  expect(new URL((await frame.getByRole('link').getAttribute('href')) ?? '').pathname).toBe(
    new URL(clip).pathname,
  )
})

test.describe('in a frame', () => {
  test.use({ expectedNoise: /frame|Refused|Framing/i })

  test('no other page is shown', LONG, async ({ page }) => {
    const clip = await aClipPage(page)
    const frame = await frameElsewhere(page, `<iframe src="${clip}"></iframe>`)
    await expect(frame.locator('video')).toHaveCount(0)
    await expect(frame.getByRole('heading', { level: 1 })).toHaveCount(0)
  })
})
