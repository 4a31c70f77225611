import { KNOWN_MEMBERS } from '../../support/shop/known-members.ts'
import { becomePro } from '../billing/paying.ts'
import { theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { freeMember, signedIn } from '../support/members.ts'
import { expect, test } from '../support/own-shop.ts'
import { expectAccessible } from '../support/test.ts'

test('the admin sells in yen, too, and raises the price', LONG, async ({ page }) => {
  test.setTimeout(60_000)
  await signedIn(page, KNOWN_MEMBERS.admin)
  await page.goto('/studio/prices')
  const stripe = page.getByRole('region', { name: 'Set up Stripe' })
  await expect(stripe.getByRole('row', { name: 'Customer portal' })).toContainText('will be made')
  await expect(stripe.getByRole('row', { name: 'Webhook' })).toContainText('is there')
  await expectAccessible(page)
  await stripe.getByRole('button', { name: 'Set up Stripe' }).click()
  await expect(stripe.getByText('Nothing to do: Stripe has all that the shop needs.')).toBeVisible()
  await expect(stripe.getByRole('button')).toHaveCount(0)
  const cell = (name: string) => page.getByRole('textbox', { name })
  await expect(cell('A month, USD')).toHaveValue('29')
  await expect(page.getByText('Nobody has subscribed yet.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Add a currency' }).selectOption('jpy')
  await cell('A month, JPY').fill('3980.5')
  const save = page.getByRole('button', { name: 'Change the prices' })
  const trial = cell('Free days for new members')
  await save.click()
  await expect(page.getByText('Please enter an amount: A month, JPY.')).toBeVisible()
  await expectAccessible(page)
  await cell('A month, JPY').fill('3980')
  await cell('A year, JPY').fill('39800')
  await cell('A month, USD').fill('31.50')
  await trial.fill('1.5')
  await save.click()
  await expect(page.getByText('Please enter a whole number of days, at most 365.')).toBeVisible()
  await trial.fill('7')
  await save.click()
  await expect(theToast(page, 'New members pay these prices. Members keep theirs.')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await expect(cell('A month, USD')).toHaveValue('31.50')
  await expect(cell('A year, JPY')).toHaveValue('39800')
  await expect(trial).toHaveValue('7')
  await expectAccessible(page)
  // The cached pages follow within two seconds.
  await expect(async () => {
    await page.goto('/ja/pricing')
    await expect(page.getByText('年額¥39,800（税込）を一括でお支払い')).toBeVisible({ timeout: 1 })
    await expect(page.getByText('新規会員は7日間無料。その後は解約されるまで年額¥39,800')).toBeVisible({
      timeout: 1,
    })
  }).toPass({ timeout: 5_000 })
})

test('the admin moves members to a new price, which their account page tells', LONG, async ({ page }) => {
  test.setTimeout(60_000)
  const member = await freeMember(page)
  await becomePro(page, 'Monthly')
  await signedIn(page, KNOWN_MEMBERS.admin)
  await page.goto('/studio/prices')
  await page.getByRole('textbox', { name: 'A month, USD' }).fill('31')
  await page.getByRole('button', { name: 'Change the prices' }).click()
  const paid = page.getByRole('region', { name: 'What members pay' })
  await paid.getByRole('button', { name: 'Move to US$31' }).click()
  const question = page.getByRole('dialog', { name: 'Move members from US$29 to US$31?' })
  await expect(question).toContainText('Each gets a mail a month before')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Move them' }).click()
  await expect(paid).toContainText('1 moving to US$31.')
  await expect(async () => {
    await signedIn(page, member)
    await page.goto('/account')
    await expect(page.getByText(/From .* on it costs US\$31\./)).toBeVisible()
  }).toPass({ timeout: 15_000 })
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
  await signedIn(page, KNOWN_MEMBERS.admin)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/studio/prices')
  await paid.getByRole('button', { name: 'Stop' }).click()
  await expect(theToast(page, 'They keep their price.')).toBeVisible()
  await expect(paid.getByRole('button', { name: 'Move to US$31' })).toBeVisible()
})
