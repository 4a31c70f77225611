import { useId, useState } from 'react'
import { askForVerification } from '#contract/account-endpoints.ts'
import type { CurrentUser } from '#contract/accounts.ts'
import { authTexts } from '#i18n/auth-texts.ts'
import type { MemberTexts } from '#i18n/member-texts.ts'
import type { Locale } from '#i18n/strings.ts'
import { signOut } from '#stores/auth/auth.ts'
import type { AuthRecord } from '#stores/auth/auth-record.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { reasonOf } from '../auth/refusals.ts'
import { MailLanguage } from './MailLanguage.tsx'
import { Panel } from './Panel.tsx'

export interface ProfilePanelProps {
  auth: AuthRecord
  /** Undefined until loaded. */
  user: CurrentUser | undefined
  locale: Locale
  texts: MemberTexts
}

export function ProfilePanel({ auth, user, locale, texts }: ProfilePanelProps) {
  const t = texts.account
  const mailLanguage = useId()
  const created = user && new Date(user.created).toLocaleDateString(locale, { dateStyle: 'long' })
  return (
    <Panel title={t.profile}>
      <dl className="facts-list">
        <div>
          <dt>{t.name}</dt>
          <dd>{auth.name}</dd>
        </div>
        <div>
          <dt>{t.email}</dt>
          <dd>
            {auth.email}
            <Verification email={auth.email} verified={user?.email_verified} locale={locale} texts={texts} />
          </dd>
        </div>
        <div>
          <dt>
            <label htmlFor={mailLanguage}>{t.mailLanguage}</label>
          </dt>
          <dd>
            <MailLanguage id={mailLanguage} kept={user?.locale} locale={locale} />
          </dd>
        </div>
      </dl>
      <p className="panel-note">{created ? t.since(created) : '\u00a0'}</p>
      <div className="panel-actions">
        <a className="button button-quiet" href={localizedLink('/likes')}>
          {t.likes}
        </a>
        <button type="button" className="button button-quiet" data-activity="LOGOUT_CLICK" onClick={signOut}>
          {t.logout}
        </button>
      </div>
    </Panel>
  )
}

interface VerificationProps {
  email: string
  verified: boolean | undefined
  locale: Locale
  texts: MemberTexts
}

/** Takes its line from the start, so that nothing moves when it is loaded. */
function Verification({ email, verified, locale, texts: { account: t } }: VerificationProps) {
  const [busy, setBusy] = useState(false)

  async function sendAgain() {
    setBusy(true)
    try {
      await requestAs(askForVerification, undefined)
      showToast({ kind: 'success', text: t.verifySent(email) })
    } catch (error) {
      showToast({ kind: 'error', text: reasonOf(error, authTexts(locale)) })
    }
    setBusy(false)
  }

  if (verified === undefined) return <span className="verification">&nbsp;</span>
  if (verified) return <span className="verification is-verified">{t.verified}</span>
  return (
    <span className="verification">
      <span>{t.notVerified}</span>
      <button type="button" className="link-button" aria-disabled={busy} onClick={() => busy || sendAgain()}>
        {t.verifyAgain}
      </button>
    </span>
  )
}
