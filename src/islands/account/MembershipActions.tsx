import { useState } from 'react'
import type { MembershipState } from '#contract/billing/billing.ts'
import { isPaid } from '#domain/membership/membership.ts'
import { PLANS } from '#domain/membership/price.ts'
import { billingTexts } from '#i18n/billing/texts.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { fill } from '#i18n/template.ts'
import type { AuthRecord } from '#stores/auth/auth-record.ts'
import { openPortal, resume } from '#stores/billing/membership.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { Button, QuietButton } from '../auth/buttons.tsx'
import { reasonOf } from '../auth/refusals.ts'
import { contactAction } from '../shell/contact-action.ts'
import { useAction } from '../studio/use-action.ts'
import { lateDialog } from './late-dialog.tsx'

const CancelDialog = lateDialog(async () => (await import('./CancelDialog.tsx')).CancelDialog)
const PlanChangeDialog = lateDialog(
  async () => (await import('../pricing/PlanChangeDialog.tsx')).PlanChangeDialog,
)

export interface MembershipActionsProps {
  auth: AuthRecord
  payments: 'off' | 'test' | 'live'
  /** Undefined until loaded. */
  state: MembershipState | undefined
  onChanged: (state: MembershipState) => void
}

/** Upgrade, change of plan, cancel, resume and the customer portal, each where possible. */
export function MembershipActions(props: MembershipActionsProps) {
  const { auth, state, payments, onChanged } = props
  const locale = pageLocale()
  const { membership } = memberTexts(locale)
  const billing = billingTexts(locale)
  const t = billing.membership
  const [asking, setAsking] = useState(false)
  const leaving = useAction((error) => fill(t.portalFailedBecause, { reason: reasonOf(error, billing) }))

  return (
    <div className="panel-actions membership-actions">
      {!isPaid(auth) &&
        (payments === 'off' ? (
          <span className="panel-note">{billing.off}</span>
        ) : (
          <a className="button" href={localizedLink('/pricing')} data-activity="UPGRADE_CLICK">
            {membership.upgrade}
          </a>
        ))}
      {state && <PlanActions state={state} onChanged={onChanged} />}
      {state?.can_cancel && (
        <QuietButton data-activity="CANCEL_CLICK" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {membership.cancel}
        </QuietButton>
      )}
      {state?.has_portal && (
        <QuietButton aria-disabled={leaving.busy} onClick={() => leaving.run(openPortal)}>
          {t.portal}
        </QuietButton>
      )}
      {asking && state?.can_cancel && (
        <CancelDialog state={state} onClose={() => setAsking(false)} onCancelled={onChanged} />
      )}
    </div>
  )
}

/** Takes a cancellation back, or changes the plan, where possible. */
export function PlanActions({
  state,
  onChanged,
}: Pick<MembershipActionsProps, 'onChanged'> & { state: MembershipState }) {
  const billing = billingTexts(pageLocale())
  const t = billing.membership
  const [changing, setChanging] = useState(false)
  const undoing = useAction(() => ({ text: t.undoFailed, ...contactAction() }))
  const other = state.can_change && PLANS.find((plan) => plan !== state.plan)

  async function resumeNow() {
    onChanged(await resume())
    showToast({ kind: 'success', text: t.undone })
  }

  return (
    <>
      {state.can_resume && (
        <Button aria-disabled={undoing.busy} onClick={() => undoing.run(resumeNow)}>
          {t.undo}
        </Button>
      )}
      {other && (
        <QuietButton aria-haspopup="dialog" onClick={() => setChanging(true)}>
          {billing.change.button[other]}
        </QuietButton>
      )}
      {changing && other && (
        <PlanChangeDialog
          plan={other}
          texts={billing}
          onClose={() => setChanging(false)}
          onChanged={onChanged}
        />
      )}
    </>
  )
}
