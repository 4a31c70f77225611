import { useEffect } from 'react'
import { isAdmin } from '#domain/membership/membership.ts'
import { billingTexts } from '#i18n/billing/texts.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { updateUser } from '#stores/auth/auth.ts'
import type { AuthRecord } from '#stores/auth/auth-record.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { PlanActions } from '../account/MembershipActions.tsx'
import { membershipSummary, useMembership } from '../account/MembershipPanel.tsx'

export interface YourPlanProps {
  auth: AuthRecord
  /** Its code could not be loaded. */
  onClose: () => void
}

/** What people with a membership see on the card of its plan. */
export function YourPlan({ auth }: YourPlanProps) {
  const locale = pageLocale()
  const t = memberTexts(locale).membership
  const { state, setState } = useMembership(auth)
  const kind = isAdmin(auth) ? 'admin' : auth.membership

  // The stored membership may have ended.
  useEffect(() => {
    if (state) updateUser({ ...auth, membership: state.membership })
  }, [state?.membership])

  return (
    <div className="your-plan" aria-live="polite">
      <h3>{billingTexts(locale).membership.yours}</h3>
      <p>{(state && membershipSummary(state)) || t.leads[kind]}</p>
      <div>
        {state && <PlanActions state={state} onChanged={setState} />}
        <a href={localizedLink('/account')}>{memberTexts(locale).licence.account}</a>
      </div>
    </div>
  )
}
