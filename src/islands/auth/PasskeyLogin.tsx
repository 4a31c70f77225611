import { useEffect, useState } from 'react'
import type { SignedIn } from '#contract/accounts.ts'
import { anyPasskeyOptions, signInByPasskey } from '#contract/factor-endpoints.ts'
import { request } from '#contract/request.ts'
import type { AuthTexts } from '#i18n/auth-texts.ts'
import { showToast, startTry } from '#stores/toasts.ts'
import { codeOf, reasonOf } from './refusals.ts'

const passkeys = () => import('../proof/passkeys.ts')

interface PasskeyLoginProps {
  texts: AuthTexts
  onSignedIn: (answer: SignedIn) => void
}

/** Signs in by a passkey alone: with a button, and in the suggestions of the e-mail field. */
export function PasskeyLogin({ texts, onSignedIn }: PasskeyLoginProps) {
  const [busy, setBusy] = useState(false)

  async function logIn({ autofill }: { autofill: boolean }) {
    const { signWithPasskey } = await passkeys()
    const options = await request(anyPasskeyOptions, undefined)
    onSignedIn(await request(signInByPasskey, await signWithPasskey(options, { autofill })))
  }

  async function tell(error: unknown) {
    const { isPasskeyTrouble } = await passkeys()
    const text = isPasskeyTrouble(error) ? texts.login.noPasskey : reasonOf(error, texts)
    showToast({ kind: 'error', text: codeOf(error) === 'FACTOR_WRONG' ? texts.login.passkeyUnknown : text })
  }

  async function suggest() {
    const { isPasskeyTrouble, mayAutofillPasskeys } = await passkeys()
    if (!(await mayAutofillPasskeys())) return
    // Whoever has chosen nothing, or something else, need not be told.
    await logIn({ autofill: true }).catch(async (error) => {
      if (!isPasskeyTrouble(error)) await tell(error)
    })
  }

  useEffect(() => {
    suggest().catch((error) => console.info('Passkeys cannot be suggested', error))
    return () => void passkeys().then(({ stopAutofill }) => stopAutofill())
  }, [])

  async function onClick() {
    if (busy) return
    setBusy(true)
    startTry()
    await logIn({ autofill: false }).catch(tell)
    setBusy(false)
  }

  if (typeof PublicKeyCredential !== 'function') return null
  return (
    <button type="button" className="button button-quiet" aria-disabled={busy} onClick={onClick}>
      {texts.login.passkey}
    </button>
  )
}
