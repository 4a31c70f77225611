import { useEffect, useState } from 'react'
import { ownPasskeyOptions, proofSteps, prove } from '#contract/accounts/factor-calls.ts'
import type { ProofInput } from '#contract/accounts/factors.ts'
import type { ProofKind, WantedProof } from '#domain/people/proof.ts'
import { authTexts } from '#i18n/auth/texts.ts'
import { factorTexts } from '#i18n/factor/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { AccountDialog } from '../account/AccountDialog.tsx'
import { reasonOf } from '../auth/refusals.ts'
import { ProofForm } from './ProofForm.tsx'

export interface ProofDialogProps {
  wanted: WantedProof
  onProved: () => void
  onClose: () => void
}

/** Asks for password or factor, or both in turn, before a sensitive action. */
export function ProofDialog({ wanted, onProved, onClose }: ProofDialogProps) {
  const locale = pageLocale()
  const [kinds, setKinds] = useState<readonly ProofKind[]>()

  async function next() {
    try {
      const { steps } = await requestAs(proofSteps, { for: wanted })
      if (steps[0]) setKinds(steps[0])
      else onProved()
    } catch (error) {
      showToast({ kind: 'error', text: reasonOf(error, authTexts(locale)) })
      onClose()
    }
  }
  useEffect(() => void next(), [])

  async function show(shown: ProofInput, signal: AbortSignal) {
    await requestAs(prove, shown, { signal })
    await next()
  }

  if (!kinds) return null
  return (
    <AccountDialog title={factorTexts(locale).proof.title} onClose={onClose}>
      <ProofForm
        key={kinds.join()}
        kinds={kinds}
        show={show}
        askPasskey={() => requestAs(ownPasskeyOptions, undefined)}
        onClose={onClose}
      />
    </AccountDialog>
  )
}
