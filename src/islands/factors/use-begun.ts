import { useEffect, useState } from 'react'
import type { FactorAdded } from '#contract/accounts/factors.ts'
import { authTexts } from '#i18n/auth/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { codeOf, reasonOf } from '../auth/refusals.ts'

/** A dialog that makes a factor or its codes. */
export interface AddDialogProps {
  onAdded: (added: FactorAdded) => void
  onClose: () => void
}

/** Data that a dialog needs first; fetching it may ask for a proof. Undefined until then. */
export function useBegun<Answer>(begin: () => Promise<Answer>, onClose: () => void): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    begin().then(setAnswer, (error) => {
      // People who closed the proof dialog need no message.
      if (codeOf(error) !== 'FULL_PROOF_REQUIRED')
        showToast({ kind: 'error', text: reasonOf(error, authTexts(pageLocale())) })
      onClose()
    })
  }, [])
  return answer
}
