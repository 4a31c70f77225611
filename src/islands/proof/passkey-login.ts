import type { SignedIn } from '#contract/accounts/accounts.ts'
import { anyPasskeyOptions, signInByPasskey } from '#contract/accounts/factor-calls.ts'
import type { PasskeyOptions } from '#contract/accounts/factors.ts'
import { request } from '#contract/request.ts'
import { authTexts } from '#i18n/auth/texts.ts'
import { factorTexts } from '#i18n/factor/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { codeOf, reasonOf } from '../auth/refusals.ts'
import { isPasskeyTrouble, mayAutofillPasskeys, signWithPasskey, stopAutofill } from './passkeys.ts'

type OnSignedIn = (answer: SignedIn) => void

/** Counts chosen sign-ins and ended suggestions: a suggestion that started earlier must not start now. */
let newer = 0

/** Signs in by a passkey alone. Shows failures. */
export async function logInByPasskey(onSignedIn: OnSignedIn): Promise<void> {
  newer++
  await request(anyPasskeyOptions, undefined)
    .then((options) => signIn(options, { autofill: false }))
    .then(onSignedIn, tell)
}

/** Offers passkeys in the suggestions of the e-mail field, until somebody chooses one. */
export async function suggestPasskey(onSignedIn: OnSignedIn): Promise<void> {
  const begun = newer
  if (!(await mayAutofillPasskeys())) return
  const options = await request(anyPasskeyOptions, undefined)
  if (newer !== begun) return
  await signIn(options, { autofill: true }).then(onSignedIn, (error) => {
    // People who chose nothing, or something else, need no message.
    if (!isPasskeyTrouble(error)) tell(error)
  })
}

export async function stopSuggesting(): Promise<void> {
  newer++
  if (await mayAutofillPasskeys()) await stopAutofill()
}

async function signIn(options: PasskeyOptions, { autofill }: { autofill: boolean }): Promise<SignedIn> {
  return request(signInByPasskey, await signWithPasskey(options, { autofill }))
}

function tell(error: unknown): void {
  const locale = pageLocale()
  const t = factorTexts(locale).proof
  const unknown = codeOf(error) === 'FACTOR_WRONG' ? t.passkeyUnknown : reasonOf(error, authTexts(locale))
  showToast({ kind: 'error', text: isPasskeyTrouble(error) ? t.noPasskey : unknown })
}
