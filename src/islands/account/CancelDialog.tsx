import type { MembershipState } from '#contract/billing/billing.ts'
import { dateText } from '#domain/dates/date-text.ts'
import { billingTexts } from '#i18n/billing/texts.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { fill } from '#i18n/template.ts'
import { cancel } from '#stores/billing/membership.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { useForm } from '../auth/use-form.ts'
import { contactAction } from '../shell/contact-action.ts'
import { FormDialog } from './FormDialog.tsx'

export interface CancelDialogProps {
  state: MembershipState
  onClose: () => void
  onCancelled: (state: MembershipState) => void
}

/** The second of two clicks: says until when access lasts, or that it ends at once. */
export function CancelDialog({ state, onClose, onCancelled }: CancelDialogProps) {
  const t = memberTexts(pageLocale()).membership
  const form = useForm(async () => {
    try {
      onCancelled(await cancel())
      showToast({ kind: 'success', text: t.cancelled })
    } catch (error) {
      console.warn('The membership could not be cancelled', error)
      showToast({ kind: 'error', text: t.failed, ...contactAction() })
    }
    onClose()
    return undefined
  })
  const buttons = { submit: t.confirm, busy: t.busy, keep: t.keep }

  return (
    <FormDialog title={t.confirmTitle} state={form} texts={buttons} onClose={onClose}>
      <p>{consequence(state)}</p>
    </FormDialog>
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
  return fill(state.stays ? t.cancelAndStayText : t.cancelText, { date: dateText(locale, state.until) })
}
