import { useEffect, useState } from 'react'
import { authTexts } from '#i18n/auth-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { codeOf, reasonOf } from '../auth/refusals.ts'

/** What a dialog needs before it can be shown; asking for it may ask who is there. Undefined until then. */
export function useBegun<Answer>(begin: () => Promise<Answer>, onClose: () => void): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    begin().then(setAnswer, (error) => {
      // Whoever has closed that question knows.
      if (codeOf(error) !== 'FULL_PROOF_REQUIRED')
        showToast({ kind: 'error', text: reasonOf(error, authTexts(pageLocale())) })
      onClose()
    })
  }, [])
  return answer
}
