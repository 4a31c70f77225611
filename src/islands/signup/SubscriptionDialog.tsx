import { useState } from 'react'
import type { MembershipState } from '#contract/billing/billing.ts'
import { dateText } from '#domain/dates/date-text.ts'
import type { SignupTexts } from '#i18n/signup/texts.ts'
import { fill } from '#i18n/template.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { AccountDialog } from '../account/AccountDialog.tsx'
import { LinkButton, QuietButton } from '../auth/buttons.tsx'

interface SubscriptionDialogProps {
  texts: SignupTexts['subscription']
  subscription: MembershipState
  onClose: () => void
  onChoice: (endSubscription: boolean) => Promise<void>
}

/** Tells a paying member that the subscription continues beside the licence, and offers to end it. */
export function SubscriptionDialog({ texts: t, subscription, onClose, onChoice }: SubscriptionDialogProps) {
  const [busy, setBusy] = useState(false)

  async function choose(endSubscription: boolean) {
    if (busy) return
    setBusy(true)
    await onChoice(endSubscription)
    onClose()
  }

  return (
    <AccountDialog title={t.title} onClose={onClose}>
      <p>
        {subscription.until && !subscription.past_due
          ? fill(t.lead, { date: dateText(pageLocale(), subscription.until) })
          : t.leadWithoutDate}
      </p>
      <div className="panel-actions">
        <button type="button" className="button" aria-disabled={busy} onClick={() => choose(true)}>
          {busy ? t.busy : t.end}
        </button>
        <QuietButton aria-disabled={busy} onClick={() => choose(false)}>
          {t.keep}
        </QuietButton>
        <LinkButton onClick={onClose}>{t.back}</LinkButton>
      </div>
    </AccountDialog>
  )
}
