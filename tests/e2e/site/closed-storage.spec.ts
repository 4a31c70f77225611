import { formatsTexts } from '#i18n/formats/texts.ts'
import { aClip } from '../support/members.ts'
import { expect, test } from '../support/test.ts'

const t = formatsTexts('en')

test('a browser that forbids storage still has the formats of a clip', async ({ page, request }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('closed', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get })
  })
  const { id } = await aClip(request, 'fuji')
  await page.goto(`/m/${id}`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Formats' }).click()
  await expect(page.getByRole('button', { name: t.kinds.prores })).toBeVisible()
})
