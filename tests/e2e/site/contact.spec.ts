import { theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { aClip, mailsTo } from '../support/members.ts'
import { test } from '../support/shared-tab.ts'
import { expect, expectAccessible } from '../support/test.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a clip is reported from its page by keyboard alone, and the operator can answer', async ({ page }) => {
  const { id } = await aClip(page.request, 'temple')
  await page.goto(`/m/${id}`)
  await page.getByRole('link', { name: 'Report this clip' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/contact\\?clip=${id}#report$`))
  const topic = page.getByLabel('What is it about?')
  await expect(topic).toHaveValue('report')
  await expect(page.getByLabel('Clip number')).toHaveValue(String(id))
  await topic.focus()
  for (let field = 0; field < 5; field++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  const email = `reporter-${process.pid}-${Date.now()}@example.com`
  for (const text of ['Mio Sato', email, 'That is my photo.']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you for your message' })).toBeFocused()
  const received = async () => (await mailsTo('contact@')).filter(({ text }) => text.includes(email))
  await expect.poll(async () => (await received()).length).toBe(1)
  const [mail] = await received()
  expect(mail!.headers['reply-to']).toBe(`Mio Sato <${email}>`)
  expect(mail!.text).toContain(`/m/${id}`)
})

test(
  'an old error does not show beside the thanks, and all fields have the page’s font',
  LONG,
  async ({ page }) => {
    await page.goto('/contact')
    await page.getByRole('button', { name: 'Send message' }).click()
    const problem = theToast(page, 'Please fill in all the fields.')
    await expect(problem).toBeVisible()
    // Stays open under the pointer, however slow the machine is.
    await problem.hover()
    const fonts = await page
      .locator('.contact-form :is(input, select, textarea)')
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).fontFamily))
    expect(new Set(fonts).size).toBe(1)
    await page.getByLabel('Name').fill('Mio Sato')
    await page.getByLabel('E-mail').fill(`again-${process.pid}-${Date.now()}@example.com`)
    await page.getByLabel('Message').fill('Hello')
    await page.getByRole('button', { name: 'Send message' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Thank you for your message' })).toBeFocused()
    await expect(problem).toHaveCount(0, { timeout: 2000 })
  },
)

test(
  'from a clip’s page, the footer leads to the form with the clip filled in, in Japanese',
  LONG,
  async ({ page }) => {
    const { id } = await aClip(page.request, 'temple')
    await page.goto(`/ja/m/${id}`)
    await page.getByRole('contentinfo').getByRole('link', { name: 'お問い合わせ' }).click()
    await expect(page.getByLabel('映像の番号')).toHaveValue(String(id))
    await expect(page.getByLabel('ご用件')).toHaveValue('question')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await expectAccessible(page)
  },
)
