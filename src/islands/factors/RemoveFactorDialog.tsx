import { removeApp, removePasskey } from '#contract/factor-calls.ts'
import type { Passkey } from '#contract/factors.ts'
import { authTexts } from '#i18n/auth-texts.ts'
import { factorTexts } from '#i18n/factor-texts.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { AccountDialog } from '../account/AccountDialog.tsx'
import { reasonOf } from '../auth/refusals.ts'
import { useForm } from '../auth/use-form.ts'
import { DialogActions } from './DialogActions.tsx'

interface RemoveFactorDialogProps {
  /** Absent: the app. */
  passkey?: Passkey
  isLast: boolean
  onDone: () => void
  onClose: () => void
}

export function RemoveFactorDialog({ passkey, isLast, onDone, onClose }: RemoveFactorDialogProps) {
  const locale = pageLocale()
  const { removal: t, panel } = factorTexts(locale)
  const { form, refusal, busy, onSubmit } = useForm(async (_, signal) => {
    try {
      if (passkey) await requestWithProof(removePasskey, { id: passkey.id }, { signal })
      else await requestWithProof(removeApp, undefined, { signal })
    } catch (error) {
      return { summary: reasonOf(error, authTexts(locale)) }
    }
    showToast({ kind: 'success', text: t.done })
    onDone()
    return undefined
  })
  return (
    <AccountDialog title={t.title(passkey?.name ?? panel.app)} onClose={onClose}>
      <form ref={form} method="post" noValidate aria-busy={busy} onSubmit={onSubmit}>
        <p>{t.lead}</p>
        {isLast && <p>{t.last}</p>}
        {passkey && <p className="panel-note">{t.passkeyNote}</p>}
        <DialogActions refusal={refusal} busy={busy} texts={t} onClose={onClose} />
      </form>
    </AccountDialog>
  )
}
