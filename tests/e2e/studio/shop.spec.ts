import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { expect, test } from '../support/own-shop.ts'
import { signInAs } from '../support/people.ts'
import { expectAccessible } from '../support/test.ts'

test.use({ expectedNoise: /status of (?:409|422)|could not be (?:changed|sent)/ })

test('an admin makes the shop another one: a stranger sees it once it is published, and not after it was taken back', async ({
  page,
  browser,
  baseURL,
}) => {
  const stranger = await (await browser.newContext({ baseURL })).newPage()
  await page.goto('/terms')
  await signInAs(page, KNOWN_MEMBERS.admin)
  await page.goto('/studio/shop')
  await page.getByLabel('Name', { exact: true }).fill('Hoshi')
  await page.getByLabel('Tagline, Japanese').fill('星の映像')
  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await page.getByLabel('Headline, English').fill('Buy {everything}')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please look at: Home › Headline' })).toBeVisible()
  await expect(page.getByText('A placeholder in braces is not known here.')).toBeVisible()
  await page.getByLabel('Headline, English').fill('Stars, in motion')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Shelf').nth(2).selectOption('Newest clips')
  await page.getByLabel('Heading, English').nth(2).fill('Just in')
  await page.getByRole('button', { name: 'Move number 3 up' }).click()
  await page.getByRole('button', { name: 'Move number 2 up' }).click()
  await expect(page.getByText('4 changes are not saved')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('4 saved changes are not published')).toBeVisible()

  const preview = page.frameLocator('iframe')
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Stars, in motion')
  await expect(preview.getByRole('heading', { level: 2 }).first()).toHaveText('Just in')
  await preview.getByRole('link', { name: 'Pricing' }).first().click()
  await expect(preview.getByText('Hoshi · Looping footage')).toBeVisible()
  await expect(preview.getByRole('heading', { level: 1 })).not.toHaveText('Stars, in motion')
  await stranger.goto('/ja?draft=1')
  await expect(stranger).toHaveTitle(/^Nagare \| /)

  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(theToast(page, /^Published/)).toBeVisible()
  await expect(page.getByText('Visitors see exactly this.')).toBeVisible()
  const seen = (title: string) =>
    expect(async () => {
      await stranger.goto('/ja')
      await expect(stranger).toHaveTitle(title, { timeout: 1 })
    }).toPass()
  await seen('Hoshi | 星の映像')

  await page.getByRole('button', { name: 'Identity' }).click()
  await page.getByRole('button', { name: 'Back to ours: Name' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await seen('Nagare | 星の映像')
  await page.getByRole('button', { name: 'Bring back version 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Bring back' }).click()
  await expect(page.getByText('Brought back version 1')).toBeVisible()
  await seen('Hoshi | 星の映像')
  await page.goto('/studio/log')
  await expect(page.getByText('Published the shop’s settings')).toHaveCount(3)
  await stranger.context().close()
})

test(
  'a colour, a logo and words of its own are previewed and published; what was wished and is not legible moves',
  LONG,
  async ({ page, browser, baseURL }) => {
    const stranger = await (await browser.newContext({ baseURL })).newPage()
    await page.goto('/terms')
    await signInAs(page, KNOWN_MEMBERS.admin)
    await page.goto('/studio/shop')
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><path d="M0 0h60v20z"/></svg>'
    const logo = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }
    await page.getByLabel('Logo', { exact: true }).setInputFiles({ ...logo, buffer: Buffer.from('hello') })
    await expect(page.getByText('Please choose an SVG without entities')).toBeVisible()
    await page.getByLabel('Logo', { exact: true }).setInputFiles(logo)
    await expect(page.getByText('1 change is not saved')).toBeVisible()
    await page.getByRole('button', { name: 'Look', exact: true }).click()
    await page.getByLabel('Accent colour').fill('#ffd400')
    await expect(page.getByText(/On light pages #\w{6}, so that every text stays legible/)).toBeVisible()
    await expect(page.getByText('On dark pages as you chose it.')).toBeVisible()
    await page.getByLabel('Corners').selectOption('Sharp')
    await page.getByLabel('Own CSS', { exact: true }).fill('} html { display: none }')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('This is no well-formed CSS')).toBeVisible()
    await page.getByLabel('Own CSS', { exact: true }).fill('.banner { letter-spacing: 3px }')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.frameLocator('iframe').locator('.banner')).toHaveCSS('letter-spacing', '3px')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(theToast(page, /^Published/)).toBeVisible()
    await expect(async () => {
      await stranger.goto('/pricing')
      await expect(stranger.locator('.wordmark img')).toHaveJSProperty('complete', true, { timeout: 1 })
    }).toPass()
    const looks = await stranger.locator('.header-sign-up').evaluate((button) => {
      const { backgroundColor, borderRadius } = getComputedStyle(button)
      return { backgroundColor, borderRadius }
    })
    expect(looks).toEqual({ backgroundColor: expect.stringMatching(/^oklch\(0\.5\d* /), borderRadius: '0px' })
    expect(
      await stranger.locator('.wordmark img').evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBe(60)
    await expectAccessible(stranger)
    await stranger.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(stranger)
    await stranger.context().close()
  },
)

test(
  'of two admins the second sees what the first has changed before saving over it',
  LONG,
  async ({ page }) => {
    await page.goto('/terms')
    await signInAs(page, KNOWN_MEMBERS.admin)
    await page.goto('/studio/shop')
    await page.getByLabel('Tagline, English').fill('Mine')
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    await page.evaluate(async () => {
      const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}')
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const { settings } = await (await fetch('/api/studio/shop', { headers })).json()
      settings.identity.name = 'Theirs'
      settings.identity.tagline.ja = '相手の'
      const body = JSON.stringify({ settings, revision: 0 })
      await fetch('/api/studio/shop/draft', { method: 'PUT', headers, body })
    })
    await page.getByRole('button', { name: 'Save draft' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'has changed the draft meanwhile' })
    await expect(notice).toContainText('Now in the draft: Theirs')
    await expect(notice).toContainText('Yours: Mine')
    await expect(notice).toContainText('Now in the draft: 相手の')
    await expect(page.getByLabel('Tagline, Japanese')).toHaveValue('相手の')
    await expect(page.getByText('2 changes are not saved')).toBeVisible()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('3 saved changes are not published')).toBeVisible()
    await expect(notice).toBeHidden()
  },
)

test(
  'a text of the pages is changed side by side, refused with what is wrong in it, and shown with ours',
  LONG,
  async ({ page }) => {
    await page.goto('/terms')
    await signInAs(page, KNOWN_MEMBERS.admin)
    await page.goto('/studio/shop')
    await page.getByRole('button', { name: 'Words', exact: true }).click()
    await page.locator('summary', { hasText: /^Pricing$/ }).click()
    const lead = page.locator('[data-path="words.pricing.lead"]')
    await lead.getByLabel('Lead, English').fill('See [this](javascript:alert(1))')
    const points = page.locator('[data-path="words.pricing.pro.points"]')
    await points.getByLabel('Points, English').fill('One {price}\nTwo\n\nThree\nFour')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(lead.getByText('Please give a page such as /pricing')).toBeVisible()
    await expect(points.getByText('A placeholder in braces is not known here. {price}')).toBeVisible()
    await lead.getByLabel('Lead, English').fill('See [this](/terms).')
    await points.getByLabel('Points, English').fill('One {period}\nTwo\n\nThree\nFour')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('2 saved changes are not published')).toBeVisible()
    await expect(points.getByLabel('Points, English')).toHaveValue('One {period}\nTwo\nThree\nFour')
    const preview = page.frameLocator('iframe')
    await preview.getByRole('link', { name: 'Pricing' }).first().click()
    await expect(preview.getByText('One week')).toBeVisible()
    await expect(preview.getByRole('link', { name: 'this' })).toHaveAttribute('href', '/terms')
    await points.getByRole('button', { name: /^Back to ours/ }).click()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('1 saved change is not published')).toBeVisible()
  },
)

test(
  'an admin writes a page and new terms, which a stranger reads; the terms wait for their day',
  LONG,
  async ({ page, browser, baseURL }) => {
    const stranger = await (await browser.newContext({ baseURL })).newPage()
    await page.goto('/terms')
    await signInAs(page, KNOWN_MEMBERS.admin)
    await page.goto('/studio/shop')
    await page.getByRole('button', { name: 'Own pages', exact: true }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('Address').fill('About us')
    await page.getByLabel('Title, English').fill('About us')
    await page.getByLabel('Title, Japanese').fill('私たち')
    await page.getByLabel('Text, English').fill('We film.\n\n## Where\n\n- **Kyoto**\n- [Prices](/pricing)')
    await page.getByLabel('Link in the footer').check()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('Please use small letters, digits and dashes.')).toBeVisible()
    await page.getByLabel('Address').fill('about-us')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('Please write something.')).toBeVisible()
    await page.getByLabel('Text, Japanese').fill('撮影しています。')
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Words', exact: true }).click()
    await page.locator('summary', { hasText: /^Terms$/ }).click()
    const sections = page.locator('[data-path="words.terms.sections"]').getByLabel('Sections, English')
    await expect(sections).toHaveValue(/^## This agreement \{#agreement\}\n\nThese terms are/)
    await sections.press('ControlOrMeta+Home')
    await sections.pressSequentially('## Ours\n\nBe kind.\n\n')
    await expect(sections).toHaveValue(/^## Ours\n\nBe kind\.\n\n## This agreement/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('2 saved changes are not published')).toBeVisible()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Please look at: Legal texts › Terms and licence hold from')).toBeVisible()
    await page.getByRole('button', { name: 'Legal texts' }).click()
    const refusal = page.getByText('A changed text needs a new day, so that')
    const day = /\d{4}-\d\d-\d\d/.exec((await refusal.textContent()) ?? '')?.[0] ?? ''
    await page.getByLabel('Terms and licence hold from').fill(day)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('3 saved changes are not published')).toBeVisible()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(theToast(page, /^Published/)).toBeVisible()

    await expect(async () => {
      await stranger.goto('/pricing')
      await stranger.getByRole('link', { name: 'About us' }).click({ timeout: 500 })
    }).toPass()
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('About us')
    await expectAccessible(stranger)
    await stranger.getByRole('link', { name: '日本語' }).first().click()
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('私たち')
    await stranger.goto('/terms')
    await expect(stranger.getByText('Be kind.')).toBeHidden()
    await stranger.locator(`a[href="/terms/${day}"]`).click()
    await expect(stranger.getByText('This version does not hold yet.')).toBeVisible()
    await expect(stranger.getByText('Be kind.')).toBeVisible()
    await expectAccessible(stranger)
    await stranger.goto('/pricing')
    await stranger.getByRole('button', { name: 'Sign Up' }).click()
    await expect(stranger.getByRole('dialog')).toContainText('Terms of Service (effective December 1, 2024)')
    await stranger.context().close()
  },
)
