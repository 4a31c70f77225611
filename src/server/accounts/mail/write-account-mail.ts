import { type Locale, localePath, type SitePath } from '#domain/address/locale-path.ts'
import { findAccount } from '#server/accounts/find-account.ts'
import type { Deps } from '#server/deps.ts'
import type { WrittenMail } from '#server/mail/letter.ts'
import type { AccountMail } from '#server/mail/queue-mail.ts'
import { type AccountLetters, english } from './letters.en.ts'
import { japanese } from './letters.ja.ts'
import { dropMailToken, MAIL_TOKEN_HOURS, type MailTokenPurpose, makeMailToken } from './mail-tokens.ts'

type MailDeps = Pick<Deps, 'db' | 'now' | 'site'>

const LETTERS: Record<Locale, AccountLetters> = { en: english, ja: japanese }
const PAGES: Record<MailTokenPurpose, SitePath> = {
  verifyEmail: '/verify-email',
  resetPassword: '/reset-password',
}

const CONTACT: SitePath = '/contact'
const ACCOUNT: SitePath = '/account'

/** Undefined when the account is gone or the address is confirmed already. */
export async function writeAccountMail(deps: MailDeps, order: AccountMail): Promise<WrittenMail | undefined> {
  if (order.mail === 'resetPassword') {
    const person = await findAccount(deps, 'email_normalised', order.email)
    return person && withToken(deps, person, 'resetPassword')
  }
  if (order.mail === 'accountDeleted') {
    const { to, locale } = order
    return {
      to,
      locale,
      letter: LETTERS[locale].accountDeleted(aboutPage(deps, locale, { page: CONTACT, at: order.at })),
    }
  }
  const person = await findAccount(deps, 'id', order.userId)
  if (!person) return undefined
  if (order.mail === 'verifyEmail') return confirmation(deps, person)
  const { email, locale } = person
  if (order.mail === 'keyMade' || order.mail === 'keyLeaked') {
    const about = aboutPage(deps, locale, { page: ACCOUNT, at: order.at })
    const key = deps.db.selectFrom('api_keys').select('name').where('id', '=', order.key)
    const { name = '' } = (await key.executeTakeFirst()) ?? {}
    const letter = LETTERS[locale][order.mail]({ ...about, name })
    return { to: email, locale, letter }
  }
  const { mail } = order
  const page = mail === 'emailChanged' ? CONTACT : PAGES.resetPassword
  const about = aboutPage(deps, locale, { page, at: order.at })
  const letter =
    order.mail === 'factorsChanged'
      ? LETTERS[locale].factorsChanged({ ...about, change: order.change })
      : LETTERS[locale][order.mail](about)
  return { to: mail === 'emailChanged' ? order.to : email, locale, letter }
}

function aboutPage({ site }: MailDeps, locale: Locale, { page, at }: { page: SitePath; at: string }) {
  return { site: site.name, url: new URL(localePath(locale, page), site.url).href, at: new Date(at) }
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** To the new address, if there is one. Undefined when there is nothing to confirm. */
async function confirmation(deps: MailDeps, person: Account): Promise<WrittenMail | undefined> {
  const { new_email: email } = person
  if (email) return withToken(deps, { ...person, email }, 'verifyEmail', 'changeEmail')
  return person.email_verified_at ? undefined : withToken(deps, person, 'verifyEmail')
}

/** The token is in the URL's fragment, which browsers never send, so it ends up in no log. */
async function withToken(
  deps: MailDeps,
  { id: userId, email, locale }: Pick<Account, 'id' | 'email' | 'locale'>,
  purpose: MailTokenPurpose,
  kind: MailTokenPurpose | 'changeEmail' = purpose,
): Promise<WrittenMail> {
  const token = await makeMailToken(deps, { userId, email, purpose })
  const url = new URL(localePath(locale, `${PAGES[purpose]}#token=${token}`), deps.site.url).href
  const letter = LETTERS[locale][kind]({ site: deps.site.name, url, hours: MAIL_TOKEN_HOURS[purpose] })
  return { to: email, locale, letter, revoke: () => dropMailToken(deps, token) }
}
