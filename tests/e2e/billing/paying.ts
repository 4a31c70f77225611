import type { Locator, Page } from '@playwright/test'
import { bearer } from '../support/members.ts'
import { expect } from '../support/test.ts'

export const theTerms = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Confirm your subscription' })

export const upgradeButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: 'Upgrade' })

/** Opens the pricing page and then the terms of a plan. */
export async function openTerms(page: Page, plan: 'Annual' | 'Monthly' = 'Annual'): Promise<Locator> {
  await page.goto('/pricing')
  await page.getByRole('radio', { name: plan }).check()
  await upgradeButton(page).click()
  const terms = theTerms(page)
  await expect(terms).toBeVisible()
  return terms
}

/** Confirms the terms; ends on the checkout page. */
export async function confirm(page: Page): Promise<void> {
  await theTerms(page)
    .getByRole('button', { name: /^Subscribe and pay/ })
    .click()
  await page.waitForURL(/\/c\/pay\//)
}

/** Pays on Stripe's page; ends back on the site. */
export async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay US\$/ }).click()
  await page.waitForURL(/\/paysuccess/)
}

/** Buys a membership, from the pricing page to the welcome. */
export async function becomePro(page: Page, plan: 'Annual' | 'Monthly' = 'Annual'): Promise<void> {
  await openTerms(page, plan)
  await confirm(page)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Welcome to Pro Membership!' })).toBeVisible()
}

/** The membership of the signed-in user, from the server. */
export async function membershipOf(page: Page): Promise<string> {
  const answer = await page.request.get('/api/user', { headers: await bearer(page) })
  return (await answer.json()).membership
}

/** Height of the playing film: 1080 for members, 720 with the watermark. */
export async function filmHeight(page: Page): Promise<number> {
  const video = page.locator('video.clip-player')
  await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0.1)
  return video.evaluate((film: HTMLVideoElement) => film.videoHeight)
}
