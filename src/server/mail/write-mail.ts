import { localePath, type SitePath } from '#domain/address/locale-path.ts'
import { english } from '#server/accounts/mail/letters-en.ts'
import { japanese } from '#server/accounts/mail/letters-ja.ts'
import {
  dropMailToken,
  MAIL_TOKEN_HOURS,
  type MailTokenPurpose,
  makeMailToken,
} from '#server/accounts/mail/mail-tokens.ts'
import { membershipLetter } from '#server/billing/mail/write-membership-mail.ts'
import type { Deps } from '#server/deps.ts'
import type { Letter, Letters, Locale } from './letter.ts'
import type { MailOrder } from './queue-mail.ts'

type Where = Pick<Deps, 'db' | 'now' | 'site'>

/** A letter that is ready to be set and sent. */
export interface WrittenMail {
  to: string
  locale: Locale
  letter: Letter
  /** Takes back what the letter grants, where it was surely not sent. */
  takeBack?: () => Promise<void>
}

const LETTERS: Record<Locale, Letters> = { en: english, ja: japanese }
const PAGES: Record<MailTokenPurpose, SitePath> = {
  verifyEmail: '/verify-email',
  resetPassword: '/reset-password',
}

/** Writes what was ordered; undefined where there is nothing to send any more, or nobody to send it to. */
export async function writeMail(deps: Where, order: MailOrder): Promise<WrittenMail | undefined> {
  if (order.mail === 'resetPassword') {
    const person = await addressee(deps, 'email_normalised', order.email)
    return person && withToken(deps, person, 'resetPassword')
  }
  const person = await addressee(deps, 'id', order.userId)
  if (!person) return undefined
  if (order.mail === 'verifyEmail')
    return person.verified ? undefined : withToken(deps, person, 'verifyEmail')
  const { email: to, locale } = person
  if (order.mail !== 'passwordChanged') {
    const letter = await membershipLetter(deps, order, locale)
    return letter && { to, locale, letter }
  }
  const about = {
    site: deps.site.name,
    url: new URL(localePath(locale, PAGES.resetPassword), deps.site.url).href,
  }
  const letter = LETTERS[locale].passwordChanged({ ...about, at: new Date(order.at) })
  return { to, locale, letter }
}

interface Addressee {
  id: number
  email: string
  locale: Locale
}

async function addressee(
  { db }: Where,
  column: 'id' | 'email_normalised',
  value: number | string,
): Promise<(Addressee & { verified: boolean }) | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'locale', 'email_verified_at'])
    .where(column, '=', value)
    .executeTakeFirst()
  return row && { id: row.id, email: row.email, locale: row.locale, verified: row.email_verified_at !== null }
}

/** The token stands in the fragment, which browsers send to nobody, so that it is in no log on the way. */
async function withToken(
  deps: Where,
  { id: userId, email, locale }: Addressee,
  purpose: MailTokenPurpose,
): Promise<WrittenMail> {
  const token = await makeMailToken(deps, { userId, email, purpose })
  const url = new URL(localePath(locale, `${PAGES[purpose]}#token=${token}`), deps.site.url).href
  const letter = LETTERS[locale][purpose]({ site: deps.site.name, url, hours: MAIL_TOKEN_HOURS[purpose] })
  return { to: email, locale, letter, takeBack: () => dropMailToken(deps, token) }
}
