import type { Locator, Page } from '@playwright/test'
import type { Newcomer } from './people.ts'
import { expect } from './test.ts'

export const theDialog = (page: Page): Locator => page.getByRole('dialog')
/** The toast with this text. */
export const theToast = (page: Page, text: string | RegExp): Locator =>
  page
    .getByRole('region', { name: /^(?:Notifications|お知らせ)$/ })
    .getByRole('listitem')
    .filter({ hasText: text })

/** Opens the dialog with the header's button. */
export async function openDialog(page: Page, view: 'register' | 'login' = 'register'): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign Up' }).click()
  const dialog = theDialog(page)
  await expect(dialog).toBeVisible()
  if (view === 'login') await dialog.getByRole('button', { name: 'Log in' }).click()
  return dialog
}

export async function fillIn(dialog: Locator, { name, email, password }: Partial<Newcomer>): Promise<void> {
  if (name !== undefined) await dialog.getByLabel('Name').fill(name)
  if (email !== undefined) await dialog.getByLabel('E-mail').fill(email)
  if (password !== undefined) await dialog.getByLabel('Password', { exact: true }).fill(password)
}

/** Submits the form. */
export const send = (dialog: Locator, name: 'Sign Up' | 'Log in' | 'Send the link'): Promise<void> =>
  dialog.locator('form').getByRole('button', { name }).and(dialog.locator('[type=submit]')).click()
