import { randomUUID } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { MailProblem, TestMail } from '#contract/shop/setup.ts'
import { localePath } from '#domain/address/locale-path.ts'
import { findAccount } from '#server/accounts/find-account.ts'
import type { Deps } from '#server/deps.ts'
import type { Letter } from '#server/mail/letter.ts'
import { MailNotTaken } from '#server/mail/mailer.ts'
import { htmlMail, textMail } from '#server/mail/render-letter.ts'
import { dropStep } from './setup-steps.ts'

type MailDeps = Pick<Deps, 'db' | 'site' | 'mailer'>

const LETTERS = {
  en: {
    subject: 'A mail for trying out',
    before: ['Your shop can send mails. There is nothing to do.'],
    link: 'Open the studio',
  },
  ja: {
    subject: 'メールの送信テスト',
    before: ['ショップからメールを送れることを確認しました。お手続きは不要です。'],
    link: 'スタジオを開く',
  },
}

/** By what the mail server or the connection said (mail/smtp-mailer.ts). */
const PROBLEMS: [RegExp, MailProblem][] = [
  [/\bEAUTH\b/, 'signIn'],
  [/\b(?:ETLS|ERR_TLS\w*|\w*CERT\w*|SELF_SIGNED\w*)\b/, 'tls'],
  [/\b(?:EENVELOPE|MAIL|RCPT|DATA|EMESSAGE)\b/, 'sender'],
  [
    /\b(?:ECONN\w*|ESOCKET|ETIMEDOUT|EDNS|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|AbortError)\b/,
    'unreachable',
  ],
]

/** Sends a mail to somebody at once, not as a job, so that it is known what came of it. */
export async function sendTestMail(deps: MailDeps, userId: number): Promise<TestMail> {
  const { site, mailer } = deps
  const person = await findAccount(deps, 'id', userId)
  if (!person) throw new AppError('notFound')
  const { email: to, locale } = person
  const { link: label, ...words } = LETTERS[locale]
  const url = new URL(localePath(locale, '/studio'), site.url).href
  const letter: Letter = { ...words, link: { label, url }, after: [] }
  const body = { text: textMail(letter, { locale, site }), html: htmlMail(letter, { locale, site }) }
  try {
    const { subject } = letter
    await mailer.send({ sender: site.name, to, locale, subject, ...body, id: `test-${randomUUID()}` })
    // Without a mail server it became a file.
    if ((await mailer.check()) === 'kept') return { to, problem: 'kept', detail: '' }
  } catch (error) {
    if (!(error instanceof MailNotTaken)) throw error
    const detail = error.message.replace(/^mail not accepted: /, '')
    return { to, problem: PROBLEMS.find(([said]) => said.test(detail))?.[1] ?? 'other', detail }
  }
  await dropStep(deps, 'mail')
  return { to, problem: null, detail: '' }
}
