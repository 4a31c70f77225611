import type { MemberDetails } from '#contract/studio/members.ts'
import { dateText } from '#domain/dates/date-text.ts'
import { formatAmount } from '#domain/membership/format-price.ts'
import { membersTexts } from '#i18n/studio/members-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'

type Subscription = MemberDetails['subscriptions'][number]

/** Subscriptions, grants, and the tester's spot. */
export function Grounds({ member }: { member: MemberDetails }) {
  const locale = pageLocale()
  const t = membersTexts(locale)
  const { subscriptions, grant, tester, customers, is_admin } = member
  const day = (instant: string) => dateText(locale, instant)
  const isNothing = subscriptions.length === 0 && !grant && !tester
  return (
    <>
      {isNothing && <p className="panel-note">{is_admin ? t.restsOnRights : t.restsOnNothing}</p>}
      <ul className="member-list">
        {subscriptions.map((subscription) => (
          <li key={subscription.id}>
            <strong>{t.plans[subscription.plan] ?? subscription.plan}</strong>
            <span>{subscriptionText(subscription)}</span>
          </li>
        ))}
        {grant && (
          <li>
            <strong>{t.granted(t.memberships[grant.membership])}</strong>
            <span>{grant.until ? (grant.ended ? t.ended : t.ends)(day(grant.until)) : t.noEnd}</span>
          </li>
        )}
        {tester && (
          <li>
            <strong>{t.tester}</strong>
            <span>
              {[
                t.joined(day(tester.claimed_at)),
                tester.label && t.byKey(tester.label),
                tester.ended_at && t.ended(day(tester.ended_at)),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        )}
      </ul>
      {customers.map(({ id, url }) => (
        <p key={id}>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {t.stripe}
          </a>{' '}
          <span className="panel-note">{id}</span>
        </p>
      ))}
    </>
  )
}

function subscriptionText(subscription: Subscription): string {
  const locale = pageLocale()
  const t = membersTexts(locale)
  const { status, amount, currency, current_period_end, cancel_at_period_end, ended_at } = subscription
  const end = dateText(locale, ended_at ?? current_period_end)
  const isLive = status === 'active' || status === 'trialing'
  const when = ended_at
    ? t.ended(end)
    : !isLive
      ? t.paidUntil(end)
      : cancel_at_period_end
        ? t.ends(end)
        : t.renews(end)
  const price = amount !== null && currency && formatAmount(amount, currency, locale)
  return [t.statuses[status] ?? status, price, when].filter(Boolean).join(' · ')
}
