import type { APIRequestContext, Page } from '@playwright/test'
import type { Source } from '#contract/clips/clips.ts'
import { type ReadMail, readOutbox } from '../../support/mail/read-mail.ts'
import { fillIn, send, theDialog } from './dialog.ts'
import { aPerson, aSignedInAccount, type Newcomer, signInAs } from './people.ts'
import { expect } from './test.ts'

/** Signs in with an existing account; ends on /healthz. */
export async function signedIn(page: Page, person: Newcomer): Promise<Newcomer> {
  await page.goto('/healthz')
  await signInAs(page, person)
  return person
}

/** Registers and signs in a free member; ends on /healthz. */
export async function freeMember(page: Page): Promise<Newcomer> {
  await page.goto('/healthz')
  return aSignedInAccount(page)
}

/** The authorization header of the signed-in browser. */
export async function bearer(page: Page): Promise<{ authorization: string }> {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? '{}').token)
  return { authorization: `Bearer ${token}` }
}

/** Registers somebody new in the open dialog. */
export async function registerInDialog(page: Page, person = aPerson()): Promise<Newcomer> {
  const dialog = theDialog(page)
  await fillIn(dialog, person)
  await send(dialog, 'Sign Up')
  return person
}

/** Logs in in the open dialog, after switching to that view if need be. */
export async function logInInDialog(page: Page, { email, password }: Newcomer): Promise<void> {
  const dialog = theDialog(page)
  await expect(dialog).toBeVisible()
  const title = dialog.getByRole('heading', { name: 'Welcome back' })
  if (!(await title.isVisible())) await dialog.getByRole('button', { name: 'Log in' }).click()
  await fillIn(dialog, { email, password })
  await send(dialog, 'Log in')
}

/** An ingested clip; those of add-more-clips.ts have no full film. */
export async function aClip(request: APIRequestContext, query: string): Promise<Source> {
  const { sources } = await searched(request, query)
  const clip = sources.find(({ cloudpath }) => !cloudpath.startsWith('full/more-'))
  if (!clip) throw new Error(`no clip is found by ${query}`)
  return clip
}

/** Asks again while a busy server says so. */
async function searched(request: APIRequestContext, query: string): Promise<{ sources: Source[] }> {
  for (;;) {
    const answer = await request.get(`/api/medias/search?q=${encodeURIComponent(query)}`)
    if (answer.status() !== 503) return answer.json()
    await new Promise((resolve) => setTimeout(resolve, Number(answer.headers()['retry-after']) * 1000))
  }
}

/** The mails to an address so far. */
export async function mailsTo(email: string): Promise<ReadMail[]> {
  const mails = await readOutbox(process.env.NAGARE_OUTBOX ?? '')
  return mails.filter(({ headers }) => headers.to?.includes(email))
}

/** The link in the latest mail to an address that has one. */
export async function mailedLink(email: string, path: string): Promise<string> {
  const link = new RegExp(`https?://\\S+${path}#\\S+`)
  for (let attempt = 0; attempt < 100; attempt++) {
    const own = (await mailsTo(email)).filter(({ text }) => link.test(text))
    const found = own.at(-1)?.text.match(link)?.[0]
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`no mail with ${path} came to ${email}`)
}

/** Labels of the clicks that the page reports from now on. */
export function countedClicks(page: Page): string[] {
  const labels: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/activity')) labels.push(request.postDataJSON().label)
  })
  return labels
}
