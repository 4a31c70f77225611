import { useState } from 'react'
import type { MembershipState } from '#contract/billing.ts'
import { billingTexts } from '#i18n/billing-texts.ts'
import { memberTexts } from '#i18n/member-texts.ts'
import { fill } from '#i18n/template.ts'
import { cancel } from '#stores/billing/membership.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { contactAction } from '../shell/contact-action.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { longDate } from './long-date.ts'

export interface CancelDialogProps {
  state: MembershipState
  onClose: () => void
  onCancelled: (state: MembershipState) => void
}

/** The second of two clicks: says until when access lasts, or that it ends at once. */
export function CancelDialog({ state, onClose, onCancelled }: CancelDialogProps) {
  const t = memberTexts(pageLocale()).membership
  const [busy, setBusy] = useState(false)

  async function confirm() {
    if (busy) return
    setBusy(true)
    try {
      onCancelled(await cancel())
      showToast({ kind: 'success', text: t.cancelled })
    } catch (error) {
      console.warn('The membership could not be cancelled', error)
      showToast({ kind: 'error', text: t.failed, ...contactAction() })
    }
    onClose()
  }

  return (
    <AccountDialog title={t.confirmTitle} onClose={onClose}>
      <p>{consequence(state)}</p>
      <form
        className="panel-actions"
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        <button type="button" className="button button-quiet" onClick={onClose}>
          {t.keep}
        </button>
        <SubmitButton busy={busy} texts={{ submit: t.confirm, busy: t.busy }} />
      </form>
    </AccountDialog>
  )
}

function consequence(state: MembershipState): string {
  const locale = pageLocale()
  const { membership } = memberTexts(locale)
  const t = billingTexts(locale).membership
  if (state.ground === 'tester') return membership.confirmLeads.early_adopter
  // After a failed charge no paid period is left.
  if (state.ground === 'granted' || state.past_due) return t.cancelAtOnceText
  if (!state.until) return membership.confirmLeads.pro
  return fill(state.stays ? t.cancelAndStayText : t.cancelText, { date: longDate(state.until) })
}
