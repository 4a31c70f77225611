import type { MemberDetails, MemberLine } from '#contract/studio/members/members.ts'
import { dateText, dateTimeText } from '#domain/dates/date-text.ts'
import { formatAmount } from '#domain/membership/format-price.ts'
import { deviceName } from '#domain/people/device-name.ts'
import { memberTexts } from '#i18n/member/texts.ts'
import { logTexts } from '#i18n/studio/log/texts.ts'
import { membersTexts } from '#i18n/studio/members/texts.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { Act, Changes } from '../log/Act.tsx'

/** Licences taken and sets made. */
export function Has({ member: { licences, sets } }: { member: MemberDetails }) {
  const locale = pageLocale()
  const t = membersTexts(locale)
  return (
    <ul className="member-list">
      <li>
        <strong>{t.licences(licences.count)}</strong>
        {licences.last && <span>{t.lastLicence(dateText(locale, licences.last))}</span>}
      </li>
      {sets.length === 0 && <li>{t.noSets}</li>}
      {sets.map(({ kind, id, name, url }) => (
        <li key={`${kind}:${id}`}>
          <a href={url}>{name}</a>
          <span>{logTexts(locale).subjects[kind]}</span>
        </li>
      ))}
    </ul>
  )
}

/** The member's devices, named as on the account page. */
export function Devices({ member: { sessions } }: { member: MemberDetails }) {
  const locale = pageLocale()
  const t = membersTexts(locale)
  const words = memberTexts(locale).sessions
  if (sessions.length === 0) return <p className="panel-note">{t.noDevices}</p>
  return (
    <ul className="member-list">
      {sessions.map(({ id, user_agent, last_used }) => {
        const { browser, system } = deviceName(user_agent)
        return (
          <li key={id}>
            <strong>
              {browser && system ? words.on(browser, system) : (browser ?? system ?? words.unknown)}
            </strong>
            <span>{words.lastUsed(dateTimeText(locale, last_used))}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** Log entries about the account, newest first. */
export function History({ member: { id, history } }: { member: MemberDetails }) {
  const locale = pageLocale()
  const t = membersTexts(locale)
  const log = logTexts(locale)
  if (history.length === 0) return <p className="panel-note">{t.noHistory}</p>
  return (
    <>
      <ul className="member-list">
        {history.map((entry) => (
          <li key={entry.id}>
            <Act entry={entry} about="member" />
            <span>
              {entry.by
                ? (entry.by.name ?? log.deleted(entry.by.id))
                : (log.actors[entry.actor] ?? entry.actor)}
              {' · '}
              {dateTimeText(locale, entry.created)}
            </span>
            <Changes entry={entry} />
          </li>
        ))}
      </ul>
      <p>
        <a href={localizedLink(`/studio/log?member=${id}`)}>{t.wholeHistory}</a>
      </p>
    </>
  )
}

/** The membership, and further rights. */
export function Labels({ line }: { line: MemberLine }) {
  const t = membersTexts(pageLocale())
  const { membership, role, is_admin, email_verified, suspended } = line
  return (
    <span className="member-labels">
      <span className="member-label" data-paid={membership !== 'free'}>
        {t.memberships[membership]}
      </span>
      {suspended && <span className="member-label is-strong">{t.suspended}</span>}
      {is_admin && <span className="member-label is-strong">{t.admin}</span>}
      {role === 'editor' && <span className="member-label is-strong">{t.editor}</span>}
      {!email_verified && !is_admin && <span className="member-label is-quiet">{t.unconfirmed}</span>}
    </span>
  )
}

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
