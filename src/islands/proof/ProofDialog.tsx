import { useEffect, useState } from 'react'
import { proofSteps } from '#contract/factor-endpoints.ts'
import type { WantedProof } from '#domain/people/proof.ts'
import { authTexts } from '#i18n/auth-texts.ts'
import { proofTexts } from '#i18n/proof-texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { AccountDialog } from '../account/AccountDialog.tsx'
import { reasonOf } from '../auth/refusals.ts'
import { PasswordProof } from './PasswordProof.tsx'

export interface ProofDialogProps {
  wanted: WantedProof
  onProved: () => void
  onClose: () => void
}

/** Asks for password or factor, or one after the other, before an act that matters. */
export function ProofDialog({ wanted, onProved, onClose }: ProofDialogProps) {
  const locale = pageLocale()
  const t = proofTexts(locale)
  const [isAsked, setAsked] = useState(false)

  async function next() {
    try {
      const { steps } = await requestAs(proofSteps, { wanted })
      if (steps.length === 0) onProved()
      else setAsked(true)
    } catch (error) {
      showToast({ kind: 'error', text: reasonOf(error, authTexts(locale)) })
      onClose()
    }
  }
  useEffect(() => void next(), [])

  if (!isAsked) return null
  return (
    <AccountDialog title={t.title} onClose={onClose}>
      <PasswordProof onProved={next} onClose={onClose} />
    </AccountDialog>
  )
}
