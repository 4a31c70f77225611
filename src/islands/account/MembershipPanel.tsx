import { useEffect, useState } from 'react'
import type { MembershipState } from '#contract/billing/billing.ts'
import { membershipState } from '#contract/billing/billing-calls.ts'
import { dateText } from '#domain/dates/date-text.ts'
import { formatAmount } from '#domain/membership/format-price.ts'
import { isAdmin } from '#domain/membership/membership.ts'
import { billingTexts } from '#i18n/billing/texts.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { fill } from '#i18n/template.ts'
import type { AuthRecord } from '#stores/auth/auth-record.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { QuietButton } from '../auth/buttons.tsx'
import { useLoaded } from '../loading/use-loaded.ts'
import { MembershipActions, type MembershipActionsProps } from './MembershipActions.tsx'
import { Panel } from './Panel.tsx'

export type MembershipPanelProps = Pick<MembershipActionsProps, 'auth' | 'payments'>

export function MembershipPanel({ auth, payments }: MembershipPanelProps) {
  const locale = pageLocale()
  const t = memberTexts(locale).membership
  const billing = billingTexts(locale)
  const { state, status, reload, setState } = useMembership(auth)
  const kind = isAdmin(auth) ? 'admin' : auth.membership

  return (
    <Panel title={t.title}>
      <div className="membership" aria-live="polite">
        <strong className="membership-label">{t.labels[kind]}</strong>
        <span>{t.leads[kind]}</span>
        {state?.past_due && state.until && (
          <p className="membership-due">
            {fill(billing.membership.pastDue, { date: dateText(locale, state.until) })}
          </p>
        )}
        {kind !== 'admin' && kind !== 'free' && (
          <p className="membership-until">{state ? membershipSummary(state) : '\u00a0'}</p>
        )}
      </div>
      {payments === 'test' && state?.plan && (
        <p className="test-payments">
          <strong>{billing.testPayments}</strong> {billing.testPaymentsText}
        </p>
      )}
      {!state && status === 'failed' ? (
        <p className="panel-actions">
          {billing.membership.failed}
          <QuietButton onClick={reload}>{billing.membership.retry}</QuietButton>
        </p>
      ) : (
        <MembershipActions auth={auth} state={state} payments={payments} onChanged={setState} />
      )}
    </Panel>
  )
}

/** The person's membership from the server, kept true to changes elsewhere. */
export function useMembership(auth: AuthRecord) {
  const loaded = useLoaded((signal) => requestAs(membershipState, undefined, { signal }))
  const [changed, setState] = useState<MembershipState>()
  const state = changed ?? loaded.data

  const reload = () => {
    setState(undefined)
    void loaded.reload()
  }
  // It may have changed in another tab, or on Stripe's page before the browser's back button.
  useEffect(() => {
    if (state && state.membership !== auth.membership) reload()
  }, [auth.membership])
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reload()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
  return { state, status: loaded.status, reload, setState }
}

/** The plan, and how long the membership lasts. */
export function membershipSummary(state: MembershipState): string {
  const { ground, plan, until, renews, trial, next_price, stays, past_due } = state
  const locale = pageLocale()
  const t = billingTexts(locale).membership
  const date = until && dateText(locale, until)
  if (ground === 'granted') return date ? fill(t.grantedUntil, { date }) : t.granted
  if (ground !== 'subscription') return ''
  const price = next_price && formatAmount(next_price.amount, next_price.currency, locale)
  const lasts = renews ? t.renews : stays ? t.endsAndStays : t.ends
  const isTried = trial && renews && date && price
  return [
    plan && t.plans[plan],
    isTried ? fill(t.trial, { date, price }) : date && !past_due && fill(lasts, { date }),
    !isTried && price && fill(t.nextPrice, { price, date: dateText(locale, next_price.from) }),
  ]
    .filter(Boolean)
    .join(locale === 'ja' ? '' : ' ')
}
