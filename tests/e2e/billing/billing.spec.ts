import { stat } from 'node:fs/promises'
import { theToast } from '../support/dialog.ts'
import { LONG } from '../support/long.ts'
import { aClip, freeMember, signedIn } from '../support/members.ts'
import { moving } from '../support/moving.ts'
import { expect, test } from '../support/own-shop.ts'
import { keptAuth } from '../support/people.ts'
import { confirm, filmHeight, membershipOf, openTerms, pay } from './paying.ts'

// The server's clock is ahead of the browser's, so tokens expire that the browser still trusts.
test.use({ ...moving, expectedNoise: /401/ })

test('a membership, from the first payment to its end', async ({ page, request, shop }) => {
  test.setTimeout(90_000)
  const clip = await aClip(request, 'pagoda')
  const person = await freeMember(page)
  await page.goto(`/m/${clip.id}`)
  expect(await filmHeight(page)).toBe(720)

  await openTerms(page, 'Monthly')
  await confirm(page)
  await expect(page.getByText('US$29').first()).toBeVisible()
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Welcome to Pro Membership!' })).toBeVisible()
  expect(await keptAuth(page)).toMatchObject({ membership: 'pro' })

  await page.goto(`/m/${clip.id}`)
  await expect.poll(() => filmHeight(page)).toBe(1080)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^nagare_pagoda-in-mist.*\.mp4$/)
  expect((await stat(await file.path())).size).toBeGreaterThan(100_000)

  await page.goto('/account')
  await expect(page.getByText('Test payments', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Cancel your membership?' })
  await expect(question).toContainText(/You keep access until .* 20\d\d, and can undo this until then\./)
  await question.getByRole('button', { name: 'Cancel membership' }).click()
  await expect(theToast(page, 'Membership successfully cancelled.')).toBeVisible()
  await expect(page.getByText(/Cancelled\. You keep access until .* 20\d\d/)).toBeVisible()
  expect(await membershipOf(page)).toBe('pro')

  await page.getByRole('button', { name: 'Undo cancellation' }).click()
  await expect(theToast(page, 'Your membership goes on.')).toBeVisible()
  await expect(page.getByText(/Renews by itself on .* 20\d\d/)).toBeVisible()
  expect((await shop.stripe.truth()).subscriptions).toMatchObject([{ live: true, cancel_at: null }])

  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await question.getByRole('button', { name: 'Cancel membership' }).click()
  await expect(page.getByRole('button', { name: 'Undo cancellation' })).toBeVisible()

  await shop.passDays(27)
  await signedIn(page, person)
  await page.goto(`/m/${clip.id}`)
  await expect.poll(() => filmHeight(page)).toBe(1080)

  await shop.passDays(5)
  const panel = page.getByRole('region', { name: 'Membership' })
  await expect(async () => {
    await page.goto('/account')
    await expect(panel).toContainText('Watermarked previews', { timeout: 2000 })
  }).toPass()
  await expect(panel.getByRole('link', { name: 'Upgrade' })).toBeVisible()
  await page.goto(`/m/${clip.id}`)
  expect(await filmHeight(page)).toBe(720)
  await expect(page.getByRole('button', { name: 'Upgrade to download' })).toBeVisible()
  expect((await shop.stripe.truth()).charges).toHaveLength(1)
})

test('a failed card shows the day on which access ends, and can be changed', LONG, async ({ page, shop }) => {
  const person = await freeMember(page)
  await openTerms(page, 'Monthly')
  await confirm(page)
  await page.getByRole('button', { name: 'Pay with a card that declines renewals' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Pro Membership!' })).toBeVisible()
  await shop.passDays(32)
  await expect
    .poll(async () => (await shop.stripe.truth()).subscriptions.map(({ status }) => status))
    .toEqual(['past_due'])
  await signedIn(page, person)
  await page.goto('/account')
  const panel = page.getByRole('region', { name: 'Membership' })
  await expect(panel).toContainText(/Your last payment did not go through.*access ends on .* 20\d\d/)
  await panel.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Your access ends at once.')
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'Cards and invoices' }).click()
  await page.waitForURL(/\/p\/session\//)
  await page.getByRole('button', { name: 'Change card' }).click()
  // The open invoice is charged to the new card.
  await expect
    .poll(async () => (await shop.stripe.truth()).subscriptions.map(({ status }) => status))
    .toEqual(['active'])
  await page.getByRole('link', { name: /Return to/ }).click()
  await expect(async () => {
    await page.reload()
    await expect(panel).toContainText('Renews by itself on', { timeout: 3_000 })
  }).toPass({ timeout: 20_000 })
  await expect(panel).not.toContainText('did not go through')
})
