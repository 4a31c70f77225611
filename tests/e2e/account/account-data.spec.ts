import { readFile } from 'node:fs/promises'
import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { theDialog } from '../support/dialog.ts'
import { bearer, freeMember, signedIn } from '../support/members.ts'
import { test } from '../support/shared-tab.ts'
import { expect } from '../support/test.ts'

test('everything kept about a member is saved as a file, without secrets', async ({ page }) => {
  const { email, name } = await freeMember(page)
  await page.goto('/account')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export my data' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('nagare_my_data.json')
  const text = await readFile(await saved.path(), 'utf8')
  expect(JSON.stringify(JSON.parse(text))).toContain(email)
  expect(text).toContain(name)
  expect(text).not.toMatch(/argon2|password_hash|token/)
})

test.describe('deleting the account', () => {
  test.use({ expectedNoise: /Failed to load resource/ })

  test('needs the password and a confirmation, and is final', async ({ page, context }) => {
    const member = await freeMember(page)
    const other = await context.newPage()
    await other.goto('/likes')
    await page.goto('/account')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = theDialog(page)
    await expect(dialog).toContainText('A running subscription ends at once: no more is charged')
    const submit = dialog.getByRole('button', { name: 'Delete my account' })
    await dialog.getByLabel('Password', { exact: true }).fill('wrong-password')
    await submit.click()
    const understood = dialog.getByLabel('I understand that my account is gone for good.')
    await expect(understood).toBeFocused()
    await expect(understood).toHaveAccessibleDescription('Please confirm that you understand.')
    await understood.check()
    await submit.click()
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'That is not your password.',
    )
    await dialog.getByLabel('Password', { exact: true }).fill(member.password)
    await submit.click()
    await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeFocused()
    await expect(other.getByRole('heading', { name: 'Keep what you like' })).toBeVisible()
    const basic = Buffer.from(`${member.email}:${member.password}`).toString('base64')
    const login = await page.request.get('/api/users/login', { headers: { authorization: `Basic ${basic}` } })
    expect(login.status()).toBe(401)
    await page.getByRole('link', { name: 'Back to all footage' }).click()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Up' })).toBeVisible()
  })
})

test('downloads are listed with their licences, a few at first', async ({ page }) => {
  await signedIn(page, KNOWN_MEMBERS.pro)
  const headers = await bearer(page)
  const { sources } = await (await page.request.get('/api/medias/search?q=')).json()
  let licence = ''
  for (const { cloudpath } of sources.slice(0, 10)) {
    const signed = await page.request.get(`/api/media-sign?filepath=${encodeURIComponent(cloudpath)}`, {
      headers,
    })
    licence = (await signed.json()).licence
  }
  const { title } = sources[9]
  await page.goto('/account')
  const downloads = page.getByRole('region', { name: 'Downloads and licences' })
  await expect(downloads.getByRole('listitem')).toHaveCount(8)
  await expect(downloads.getByRole('listitem').first()).toContainText(title)
  await downloads.getByRole('button', { name: 'More' }).click()
  expect(await downloads.getByRole('listitem').count()).toBeGreaterThan(8)
  await downloads
    .getByRole('link', { name: `Licence for ${title}` })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/licence/${licence}$`))
})
