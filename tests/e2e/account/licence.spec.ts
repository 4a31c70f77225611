import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { aClip, bearer, freeMember, logInInDialog, signedIn } from '../support/members.ts'
import { test } from '../support/shared-tab.ts'
import { expect } from '../support/test.ts'

/** Downloads a clip as the signed-in member; returns the id of the licence. */
async function aLicence(page: Page, query = 'fuji'): Promise<string> {
  const { cloudpath } = await aClip(page.request, query)
  const headers = await bearer(page)
  const answer = await page.request.get(`/api/media-sign?filepath=${encodeURIComponent(cloudpath)}`, {
    headers,
  })
  return (await answer.json()).licence
}

const certificate = (page: Page) => page.locator('.certificate')

test('a licence names clip, holder, date, membership and terms, in English and in Japanese', async ({
  page,
}) => {
  await signedIn(page, KNOWN_MEMBERS.pro)
  const id = await aLicence(page)
  await page.goto(`/licence/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(certificate(page)).toContainText('Licence Certificate')
  for (const text of ['Hana Pro', 'Mount Fuji', 'Pro', 'December 1, 2024', id])
    await expect(certificate(page)).toContainText(text)
  await expect(certificate(page)).toContainText(String(new Date().getUTCFullYear()))
  await expect(certificate(page)).toContainText('This clip may be used in new work.')
  await page.getByRole('main').getByText('日本語', { exact: true }).click()
  await expect(certificate(page)).toHaveAttribute('lang', 'ja')
  await expect(certificate(page)).toContainText('ライセンス証明書')
  await expect(certificate(page)).toContainText('2024年12月1日')
})

test('it is saved as a PDF in the language that is shown', async ({ page }) => {
  await signedIn(page, KNOWN_MEMBERS.pro)
  const id = await aLicence(page)
  await page.goto(`/licence/${id}`)
  for (const language of ['en', 'ja']) {
    if (language === 'ja') await page.getByRole('main').getByText('日本語', { exact: true }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe(`nagare_licence_${id}_${language}.pdf`)
    const pdf = (await readFile(await saved.path())).toString('latin1')
    expect(pdf.slice(0, 5)).toBe('%PDF-')
    expect(pdf).toContain(`/Lang (${language})`)
  }
})

test.describe('when the PDF cannot be made', () => {
  test.use({ expectedNoise: /Failed to load resource|could not be saved/ })

  test('a message says so', LONG, async ({ page }) => {
    await signedIn(page, KNOWN_MEMBERS.pro)
    await page.goto(`/licence/${await aLicence(page)}`)
    await page.route('**/pdf**', (route) => route.fulfill({ status: 503, body: '' }))
    await page.getByRole('button', { name: 'Download PDF' }).click()
    await expect(theToast(page, 'The PDF could not be made. Please try again.')).toBeVisible()
  })
})

test('after the membership it lists the remaining rights', async ({ page }) => {
  await signedIn(page, KNOWN_MEMBERS.pro)
  const id = await aLicence(page)
  await page.route(`**/api/licences/${id}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), membership_live: false } })
  })
  await page.goto(`/licence/${id}`)
  await expect(certificate(page)).toContainText('Work published or delivered while it ran may stay.')
  await expect(certificate(page)).toContainText('New work may not use any clip')
})

test('signed-out visitors sign in first, then see it', async ({ page }) => {
  await signedIn(page, KNOWN_MEMBERS.pro)
  const id = await aLicence(page)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/licence/${id}`)
  await expect(page.getByRole('heading', { name: 'Log in to see this licence' })).toBeVisible()
  expect(await page.content()).not.toContain('Hana Pro')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await logInInDialog(page, KNOWN_MEMBERS.pro)
  await expect(certificate(page)).toContainText('Hana Pro')
})

test.describe("somebody else's licence", () => {
  test.use({ expectedNoise: /404|could not be loaded/ })

  test('is not shown, nor its holder', async ({ page }) => {
    await signedIn(page, KNOWN_MEMBERS.pro)
    const id = await aLicence(page)
    await freeMember(page)
    await page.goto(`/licence/${id}`)
    await expect(
      page.getByRole('heading', { name: 'There is no such licence for your account' }),
    ).toBeVisible()
    await expect(page.locator('body')).not.toContainText('Hana')
  })
})

test('printed, the certificate stands alone', LONG, async ({ page }) => {
  await signedIn(page, KNOWN_MEMBERS.pro)
  await page.goto(`/licence/${await aLicence(page)}`)
  await expect(certificate(page)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(certificate(page)).toBeVisible()
  for (const part of ['.site-header', '.category-bar', '.site-footer', '.licence-actions'])
    await expect(page.locator(part)).toBeHidden()
})

test('its public verification is one click away and names nobody', async ({ page }) => {
  await signedIn(page, KNOWN_MEMBERS.pro)
  const id = await aLicence(page)
  await page.goto(`/licence/${id}`)
  await page.getByRole('link', { name: 'Public proof' }).click()
  await expect(page).toHaveURL(new RegExp(`/verify/${id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This certificate is genuine')
  await expect(page.getByRole('main')).not.toContainText('Hana')
})
