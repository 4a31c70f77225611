import type { APIResponse, Page } from '@playwright/test'
import { expect } from './test.ts'

export interface Newcomer {
  name: string
  email: string
  password: string
}

let count = 0

/** A new person with a unique address. */
export function aPerson(values: Partial<Newcomer> = {}): Newcomer {
  count++
  const email = `person-${process.pid}-${Date.now()}-${count}@example.com`
  return { name: 'Yuki Tanaka', email, password: 'garden-wall-7', ...values }
}

/** Registers an account by the API; the browser stays signed out. */
export async function anAccount(page: Page, values: Partial<Newcomer> = {}): Promise<Newcomer> {
  const person = aPerson(values)
  await register(page, person)
  return person
}

/** Registers an account by the API and signs it in: hashes its password once, not twice. Call it on a page of the site. */
export async function aSignedInAccount(page: Page): Promise<Newcomer> {
  const person = aPerson()
  await storeSignIn(page, await register(page, person))
  return person
}

async function register(page: Page, person: Newcomer): Promise<APIResponse> {
  const answer = await page.request.post('/api/users', { data: person })
  expect(answer.status()).toBe(200)
  return answer
}

/** Signs in by the API and stores what the dialog would store. Call it on a page of the site. */
export async function signInAs(page: Page, { email, password }: Newcomer): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`
  await storeSignIn(page, await page.request.get('/api/users/login', { headers: { authorization } }))
}

async function storeSignIn(page: Page, answer: APIResponse): Promise<void> {
  const { user, access_token: token, refresh_token, expires_in } = await answer.json()
  const record = { ...user, token, refresh_token, expires_in, expiry_time: Date.now() + expires_in * 1000 }
  await page.evaluate((value) => localStorage.setItem('auth', value), JSON.stringify(record))
}

/** The sign-in that the browser has stored. */
export function keptAuth(page: Page): Promise<Record<string, unknown> | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? 'null'))
}
