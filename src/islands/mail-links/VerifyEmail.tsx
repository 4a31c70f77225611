import { useEffect, useRef, useState } from 'react'
import { askForVerification, verifyEmail } from '#contract/accounts/account-calls.ts'
import { request } from '#contract/request.ts'
import type { SitePath } from '#domain/address/locale-path.ts'
import { authTexts } from '#i18n/auth/texts.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { freshToken } from '#stores/auth/auth.ts'
import { refreshUser, requestAs } from '#stores/auth/authorised.ts'
import { askToSignIn } from '#stores/auth/dialog.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { Button } from '../auth/buttons.tsx'
import { codeOf, reasonOf } from '../auth/refusals.ts'
import { useAction } from '../studio/use-action.ts'
import { Step, takeMailedToken } from './Step.tsx'

type State = 'working' | 'done' | 'expired' | 'taken' | 'missing' | 'offline'

/** Verifies an address, new or not, with the token of a mailed link on load; offers a way on if that fails. */
export function VerifyEmail() {
  const locale = pageLocale()
  const texts = memberTexts(locale)
  const t = texts.verify
  const [state, setState] = useState<State>('working')
  const token = useRef<string>(undefined)

  async function confirm() {
    token.current ??= takeMailedToken()
    if (!token.current) return setState('missing')
    setState('working')
    setState(await confirmed(token.current))
  }
  useEffect(() => void confirm(), [])

  const { run } = useAction((error) => t.sentFailed(reasonOf(error, authTexts(locale))))
  const sendAgain = () =>
    run(async () => {
      await requestAs(askForVerification, undefined)
      showToast({ kind: 'success', text: t.sent })
    })

  if (state === 'working')
    return (
      <section className="step" role="status">
        <h2>{t.workingTitle}</h2>
        <p>{t.working}</p>
        <span className="spinner" aria-hidden="true" />
      </section>
    )
  return (
    <Step title={t[`${state}Title`]} text={t[state]}>
      {state === 'done' && <ButtonLink path="/">{texts.home}</ButtonLink>}
      {state === 'taken' && <ButtonLink path="/account">{texts.account.title}</ButtonLink>}
      {state === 'offline' && <Button onClick={confirm}>{texts.retry}</Button>}
      {(state === 'expired' || state === 'missing') && (
        <Button
          // biome-ignore lint/suspicious/noThenProperty: what comes after signing in; nobody awaits the request
          onClick={() => askToSignIn({ view: 'login', then: sendAgain })}
        >
          {t.again}
        </Button>
      )}
    </Step>
  )
}

function ButtonLink({ path, children }: { path: SitePath; children: string }) {
  return (
    <a className="button" href={localizedLink(path)}>
      {children}
    </a>
  )
}

/** Any failure except an invalid token may pass on a retry. */
async function confirmed(token: string): Promise<State> {
  try {
    // When the address changes, other sessions end; this browser's stays.
    const session = await freshToken().catch(() => undefined)
    await request(verifyEmail, { token }, session === undefined ? {} : { token: session })
    if (session !== undefined) refreshUser().catch(() => {})
    return 'done'
  } catch (error) {
    if (codeOf(error) === 'EMAIL_TAKEN') return 'taken'
    if (['MAIL_TOKEN_INVALID', 'BAD_REQUEST'].includes(codeOf(error) ?? '')) return 'expired'
    console.warn('The address could not be confirmed', error)
    return 'offline'
  }
}
