import { theDialog, theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { freeMember, mailsTo } from '../support/members.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test.use({ expectedNoise: /Failed to load resource/ })

const LIKES = '/api/users/medias/likes'

test('a key is made, shown once, copied, used and revoked', LONG, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const member = await freeMember(page)
  await page.goto('/account')
  const panel = page.getByRole('region', { name: 'Keys for programs' })
  await panel.getByRole('button', { name: 'Make a key' }).click()
  const dialog = theDialog(page)
  await expect(dialog.getByLabel(/Change sets/), 'only editors manage').toHaveCount(0)
  await dialog.getByLabel(/Search and look/).uncheck()
  await dialog.getByLabel('Name').fill('Importer')
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  const scopes = dialog.getByRole('group', { name: 'What it may do' })
  await expect(scopes).toHaveAccessibleDescription('Please choose at least one.')
  await expectAccessible(page)
  await dialog.getByLabel(/Search and look/).check()
  await dialog.getByLabel('Works for').selectOption('30 days')
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  await expect(dialog.getByRole('heading', { name: 'Your new key' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Copy the key' }).click()
  await expect(theToast(page, 'The key is copied.')).toBeVisible()
  const key = await page.evaluate(() => navigator.clipboard.readText())
  const headers = { authorization: `Bearer ${key}` }
  expect((await page.request.get(LIKES, { headers })).status()).toBe(200)
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  const row = panel.getByRole('listitem')
  await expect(row).toContainText(/Importer.*read · Made .* · works until .* · last used/)
  await expect(page.getByText(key)).toHaveCount(0)
  await expect.poll(async () => (await mailsTo(member.email)).at(-1)?.text).toContain('“Importer” was made')

  await panel.getByRole('button', { name: 'Revoke: Importer' }).click()
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(theToast(page, 'The key is revoked.')).toBeVisible()
  await expect(row).toHaveCount(0)
  expect((await page.request.get(LIKES, { headers })).status()).toBe(401)
})
