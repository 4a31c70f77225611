import type { Page } from '@playwright/test'
import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { theDialog, theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { aClip, freeMember, signedIn } from '../support/members.ts'
import { test } from '../support/shared-tab.ts'
import { expect } from '../support/test.ts'

const open = (page: Page) => page.locator('.formats > button')
const menu = (page: Page) => page.locator('.formats-panel')
const choice = (page: Page, name: string | RegExp) => menu(page).getByRole('button', { name })
const PATIENT = { timeout: 60_000 }

async function openMenu(page: Page, query: string, locale = '') {
  const clip = await aClip(page.request, query)
  await page.goto(`${locale}/m/${clip.id}`)
  await open(page).click()
  await expect(menu(page)).toBeVisible()
  return clip
}

test(
  'a member chooses ProRes, is told that it is being made, and gets it, even after a reload',
  LONG,
  async ({ page }) => {
    test.slow()
    await signedIn(page, KNOWN_MEMBERS.pro)
    const { id, media } = await openMenu(page, 'fuji')
    await expect(choice(page, 'ProRes 422 LT')).toContainText(/640 × 360 · about [\d.]+ [MG]B/)
    const saved = page.waitForEvent('download', PATIENT)
    await choice(page, 'ProRes 422 LT').press('Enter')
    await expect(menu(page)).toBeHidden()
    await expect(page.locator('.formats [role="status"]')).toContainText('ProRes 422 LT is being made')
    await page.reload()
    await expect(page.locator('.formats [role="status"]')).toContainText('ProRes 422 LT is being made')
    const download = await saved
    expect(download.suggestedFilename()).toBe(`nagare_${media.file_name.replace('.mp4', '_prores.mov')}`)
    expect(await download.failure()).toBeNull()
    await expect(page.locator('.formats [role="status"]')).toBeHidden()
    await expect(theToast(page, 'Your download has started.')).toBeVisible()

    // The choice is remembered, and the arrows go on from it.
    await open(page).click()
    await expect(choice(page, 'ProRes 422 LT')).toBeFocused()
    await expect(choice(page, 'ProRes 422 LT')).toContainText('last time')
    await page.keyboard.press('ArrowUp')
    await expect(choice(page, 'ProRes 422 LT')).not.toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()

    // The history asks for the same kind, which is there now.
    await page.goto('/account')
    // Other tests take other formats for the same member.
    const again = page.getByRole('link', { name: /^Download again: / })
    await again.and(page.locator(`[href$="/m/${id}#format=prores"]`)).click()
    await expect(page).toHaveURL(new RegExp(`/m/${id}#format=prores$`))
    await expect(choice(page, 'ProRes 422 LT')).toBeFocused()
    const second = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await second).suggestedFilename()).toContain('_prores.mov')
  },
)

test('a free member sees what a membership gives, and a visitor is asked to sign in', async ({ page }) => {
  await openMenu(page, 'fuji', '/ja')
  await expect(menu(page)).toContainText('透かしなしでご利用いただけます')
  await choice(page, /縦型/).click()
  await expect(theDialog(page)).toBeVisible()
  await freeMember(page)
  await openMenu(page, 'fuji')
  await expect(choice(page, 'Square 1:1')).toContainText('Pro')
  await expect(choice(page, /^Comp/)).toContainText('with watermark, free')
  await expect(menu(page).getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/pricing')
  const saved = page.waitForEvent('download')
  await choice(page, /^Comp/).click()
  expect(await (await saved).failure()).toBeNull()
})

test('each format plays or decodes as its name says', LONG, async ({ page }) => {
  test.setTimeout(300_000)
  await signedIn(page, KNOWN_MEMBERS.pro)
  const { cloudpath, id } = await aClip(page.request, 'fuji')
  await page.goto(`/m/${id}`)
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('auth')!).token)
  const headers = { authorization: `Bearer ${token}` }
  const signed = async (kind: string) => {
    const address = `/api/media-sign?filepath=${cloudpath}&kind=${kind}`
    await expect
      .poll(async () => (await page.request.get(address, { headers })).status(), { timeout: 120_000 })
      .toBe(200)
    return (await (await page.request.get(address, { headers })).json()) as { url: string }
  }
  const { files } = await (await page.request.get(`/api/medias/${id}/files`)).json()
  for (const { kind } of files as { kind: string }[]) {
    if (kind === 'prores' || kind === 'master') continue
    const { url } = await signed(kind)
    const { width, height } = (await (await page.request.get(`/api/medias/${id}/files`)).json()).files.find(
      (file: { kind: string }) => file.kind === kind,
    )
    const size = await page.evaluate(
      async ({ url, isPicture }) => {
        if (isPicture) {
          const picture = await createImageBitmap(await (await fetch(url)).blob())
          return [picture.width, picture.height]
        }
        const video = Object.assign(document.createElement('video'), { src: url, muted: true })
        await video.play()
        return [video.videoWidth, video.videoHeight]
      },
      { url, isPicture: kind === 'gif' || kind === 'webp' },
    )
    expect(size, kind).toEqual([width, height])
  }
})
