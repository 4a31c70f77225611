import type { SignedIn } from '#contract/accounts/accounts.ts'
import { finishSignIn } from '#contract/accounts/factor-calls.ts'
import type { ProofInput, SecondFactorAsked, SecondFactorInput } from '#contract/accounts/factors.ts'
import { request } from '#contract/request.ts'
import { authTexts } from '#i18n/auth/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { codeOf, reasonOf } from '../auth/refusals.ts'
import { ProofForm } from './ProofForm.tsx'

export interface SecondFactorFormProps {
  asked: SecondFactorAsked
  onSignedIn: (answer: SignedIn) => void
  /** Back to the password. */
  onClose: () => void
}

/** The second step of a sign-in after the right password. */
export function SecondFactorForm({ asked, onSignedIn, onClose }: SecondFactorFormProps) {
  const { challenge, kinds, passkey } = asked

  async function show(shown: ProofInput, signal: AbortSignal) {
    try {
      onSignedIn(await request(finishSignIn, { ...shown, challenge } as SecondFactorInput, { signal }))
    } catch (error) {
      // No further try can succeed.
      if (codeOf(error) === 'CHALLENGE_EXPIRED') {
        showToast({ kind: 'error', text: reasonOf(error, authTexts(pageLocale())) })
        onClose()
      }
      throw error
    }
  }

  return (
    <ProofForm
      kinds={kinds}
      show={show}
      askPasskey={async () => passkey ?? { challenge }}
      onClose={onClose}
    />
  )
}
