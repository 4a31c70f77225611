import { isSignedBy, startReceiver } from '../../support/receiver.ts'
import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { LONG } from '../support/long.ts'
import { bearer, signedIn } from '../support/members.ts'
import { expect, test } from '../support/own-shop.ts'
import { expectAccessible } from '../support/test.ts'

test.use({
  settings: { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' },
  expectedNoise: /422|A webhook could not be changed/,
})

test(
  'the admin adds an address, hides and publishes a clip, sees what was sent, and sends it again',
  LONG,
  async ({ page }) => {
    test.setTimeout(90_000)
    const receiver = await startReceiver((response) => response.end('<b>Thank you</b>'))
    await signedIn(page, KNOWN_MEMBERS.admin)
    await page.goto('/studio/webhooks')
    const address = page.getByRole('textbox', { name: 'Address' })
    const add = page.getByRole('button', { name: 'Add an address' })
    await add.click()
    await expect(address).toHaveAccessibleDescription(/^Please enter an address and choose an event\./)
    await address.fill('https://169.254.169.254/latest')
    await add.click()
    await expect(address).toHaveAccessibleDescription(/^Events cannot be sent there\./)
    await address.fill(receiver.url)
    await page.getByRole('checkbox', { name: 'An account was deleted' }).uncheck()
    await add.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'The secret' })
    const secret = await dialog.locator('code').innerText()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'I have it' }).click()
    await expect(address).toHaveValue('')
    const panel = page.getByRole('region', { name: receiver.url, exact: true })
    await expect(panel).toContainText('Nothing has been sent yet.')

    const headers = await bearer(page)
    const { sources } = await (await page.request.get('/api/medias/search?q=')).json()
    const { id } = sources[0]
    for (const act of ['hide', 'publish']) {
      const { version } = await (await page.request.get(`/api/studio/clips/${id}`, { headers })).json()
      const done = await page.request.post(`/api/studio/clips/${id}/${act}`, { headers, data: { version } })
      expect(done.status()).toBe(200)
    }
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(2)
    await panel.getByRole('button', { name: 'Refresh' }).press('Enter')
    const published = panel.getByRole('row', { name: /A clip was published/ })
    await expect(published).toContainText('delivered')
    await expect(published).toContainText('200 <b>Thank you</b>')
    await expectAccessible(page)
    await published.getByRole('button', { name: /^Send again/ }).press('Enter')
    await expect(published).toContainText('waiting')
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(3)
    const [hidden, first, again] = receiver.received
    expect([hidden!.type, first!.type, again!.id]).toEqual(['clip.hidden', 'clip.published', first!.id])
    expect(first!.data).toMatchObject({ id, url: new URL(`/m/${id}`, page.url()).href })
    expect(receiver.received.every((event) => isSignedBy(secret, event))).toBe(true)

    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/ja/studio/webhooks')
    await expect(page.getByRole('region', { name: receiver.url, exact: true })).toContainText('送信済み')
    await expectAccessible(page)
    await page.getByRole('button', { name: '削除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '削除' }).click()
    await expect(page.getByRole('region', { name: receiver.url, exact: true })).toHaveCount(0)
    await receiver.close()
  },
)
