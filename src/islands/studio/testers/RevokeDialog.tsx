import { type SubmitEvent, useState } from 'react'
import { ApiError } from '#contract/request.ts'
import type { TesterKeyLine } from '#contract/studio/testers.ts'
import { revokeTesterKey } from '#contract/studio/testers-calls.ts'
import { testersTexts } from '#i18n/studio/testers-texts.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { AccountDialog } from '../../account/AccountDialog.tsx'
import { DialogButtons } from '../DialogButtons.tsx'

interface RevokeDialogProps {
  line: TesterKeyLine
  onClose: () => void
  onRevoked: () => void
}

/** Confirms the revocation of a key. */
export function RevokeDialog({ line, onClose, onRevoked }: RevokeDialogProps) {
  const t = testersTexts(pageLocale())
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function revoke(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      await requestWithProof(revokeTesterKey, { id: line.id })
      showToast({ kind: 'success', text: t.revoked })
      onRevoked()
    } catch (error) {
      console.warn('A key could not be revoked', error)
      if (!(error instanceof ApiError && error.status === 403)) setProblem(t.failed)
      setBusy(false)
    }
  }

  return (
    <AccountDialog title={t.revokeTitle(line.label || t.unlabelled)} onClose={onClose}>
      <form className="set-form" onSubmit={revoke} noValidate>
        <p>{t.revokeLead}</p>
        <p className="form-problem" role="alert">
          {problem}
        </p>
        <DialogButtons
          busy={busy}
          texts={{ submit: t.revoke, busy: t.busy, cancel: t.keep }}
          onClose={onClose}
        />
      </form>
    </AccountDialog>
  )
}
