import type { SignedIn } from '#contract/accounts.ts'
import { anyPasskeyOptions, signInByPasskey } from '#contract/factor-endpoints.ts'
import { request } from '#contract/request.ts'
import { authTexts } from '#i18n/auth-texts.ts'
import { factorTexts } from '#i18n/factor-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { codeOf, reasonOf } from '../auth/refusals.ts'
import { isPasskeyTrouble, mayAutofillPasskeys, signWithPasskey, stopAutofill } from './passkeys.ts'

type OnSignedIn = (answer: SignedIn) => void

/** Signs in by a passkey alone. A failure is told. */
export async function logInByPasskey(onSignedIn: OnSignedIn): Promise<void> {
  await signIn({ autofill: false }).then(onSignedIn, tell)
}

/** Lets passkeys wait in the suggestions of the e-mail field, until somebody chooses one. */
export async function suggestPasskey(onSignedIn: OnSignedIn): Promise<void> {
  if (!(await mayAutofillPasskeys())) return
  await signIn({ autofill: true }).then(onSignedIn, (error) => {
    // Whoever has chosen nothing, or something else, need not be told.
    if (!isPasskeyTrouble(error)) tell(error)
  })
}

export async function stopSuggesting(): Promise<void> {
  if (await mayAutofillPasskeys()) await stopAutofill()
}

async function signIn({ autofill }: { autofill: boolean }): Promise<SignedIn> {
  const options = await request(anyPasskeyOptions, undefined)
  return request(signInByPasskey, await signWithPasskey(options, { autofill }))
}

function tell(error: unknown): void {
  const locale = pageLocale()
  const t = factorTexts(locale).proof
  const unknown = codeOf(error) === 'FACTOR_WRONG' ? t.passkeyUnknown : reasonOf(error, authTexts(locale))
  showToast({ kind: 'error', text: isPasskeyTrouble(error) ? t.noPasskey : unknown })
}
