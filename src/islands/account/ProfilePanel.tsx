import { type ChangeEvent, useEffect, useId, useState } from 'react'
import { askForVerification, changeLocale } from '#contract/accounts/account-calls.ts'
import type { CurrentUser } from '#contract/accounts/accounts.ts'
import type { Locale } from '#domain/address/locale-path.ts'
import { dateText } from '#domain/dates/date-text.ts'
import { authTexts } from '#i18n/auth/texts.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { signOut } from '#stores/auth/auth.ts'
import type { AuthRecord } from '#stores/auth/auth-record.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { LinkButton, QuietButton } from '../auth/buttons.tsx'
import { reasonOf } from '../auth/refusals.ts'
import { useAction } from '../studio/use-action.ts'
import { lateDialog } from './late-dialog.tsx'
import { Panel } from './Panel.tsx'

const NameDialog = lateDialog(async () => (await import('./ProfileDialogs.tsx')).NameDialog)
const EmailDialog = lateDialog(async () => (await import('./ProfileDialogs.tsx')).EmailDialog)

export interface ProfilePanelProps {
  auth: AuthRecord
  /** Undefined until loaded. */
  user: CurrentUser | undefined
  reload: () => void
}

export function ProfilePanel({ auth, user, reload }: ProfilePanelProps) {
  const locale = pageLocale()
  const t = memberTexts(locale).account
  const mailLanguage = useId()
  const [changing, setChanging] = useState<'name' | 'email'>()
  const close = () => setChanging(undefined)
  const created = user && dateText(locale, user.created)
  return (
    <Panel title={t.profile}>
      <dl className="facts-list">
        <div>
          <dt>{t.name}</dt>
          <dd>
            {auth.name} <ChangeButton what={t.changeName} onClick={() => setChanging('name')} />
          </dd>
        </div>
        <div>
          <dt>{t.email}</dt>
          <dd>
            {auth.email} <ChangeButton what={t.changeEmail} onClick={() => setChanging('email')} />
            <Verification email={auth.email} user={user} />
          </dd>
        </div>
        <div>
          <dt>
            <label htmlFor={mailLanguage}>{t.mailLanguage}</label>
          </dt>
          <dd>
            <MailLanguage id={mailLanguage} stored={user?.locale} />
          </dd>
        </div>
      </dl>
      <p className="panel-note">{created ? t.since(created) : '\u00a0'}</p>
      <div className="panel-actions">
        <a className="button button-quiet" href={localizedLink('/likes')}>
          {t.likes}
        </a>
        <QuietButton data-activity="LOGOUT_CLICK" onClick={signOut}>
          {t.logout}
        </QuietButton>
      </div>
      {changing === 'name' && <NameDialog auth={auth} onClose={close} />}
      {changing === 'email' && <EmailDialog auth={auth} onClose={close} onAsked={reload} />}
    </Panel>
  )
}

function ChangeButton({ what, onClick }: { what: string; onClick: () => void }) {
  const { change } = memberTexts(pageLocale()).account
  return (
    <LinkButton aria-label={what} aria-haspopup="dialog" onClick={onClick}>
      {change}
    </LinkButton>
  )
}

/** Takes its line from the start, so that nothing moves when it is loaded. The texts fit one line of a phone. */
function Verification({ email, user }: { email: string; user: CurrentUser | undefined }) {
  const locale = pageLocale()
  const t = memberTexts(locale).account
  const { busy, run } = useAction((error) => reasonOf(error, authTexts(locale)))
  const pending = user?.new_email

  async function sendAgain() {
    await requestAs(askForVerification, undefined)
    showToast({ kind: 'success', text: t.verifySent(pending ?? email) })
  }

  if (!user) return <span className="verification">&nbsp;</span>
  if (user.email_verified && !pending) return <span className="verification is-verified">{t.verified}</span>
  return (
    <span className="verification">
      <span>{pending ? t.pending(pending) : t.notVerified}</span>
      <LinkButton aria-disabled={busy} onClick={() => run(sendAgain)}>
        {t.verifyAgain}
      </LinkButton>
    </span>
  )
}

/** Language of mails; saved on change. @param stored undefined until loaded */
function MailLanguage({ id, stored }: { id: string; stored: Locale | undefined }) {
  const locale = pageLocale()
  const t = memberTexts(locale).account
  const [chosen, setChosen] = useState(stored)
  useEffect(() => setChosen(stored), [stored])

  async function onChange({ target }: ChangeEvent<HTMLSelectElement>) {
    const before = chosen
    const wanted = target.value === 'ja' ? 'ja' : 'en'
    setChosen(wanted)
    try {
      await requestAs(changeLocale, { locale: wanted })
      showToast({ kind: 'success', text: t.mailLanguageKept[wanted] })
    } catch (error) {
      setChosen(before)
      showToast({ kind: 'error', text: reasonOf(error, authTexts(locale)) })
    }
  }

  return (
    <select id={id} className="mail-language" value={chosen ?? locale} disabled={!chosen} onChange={onChange}>
      <option value="en" lang="en">
        English
      </option>
      <option value="ja" lang="ja">
        日本語
      </option>
    </select>
  )
}
