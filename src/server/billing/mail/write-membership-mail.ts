import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { isPaid, PAST_DUE_GRACE_MS } from '#domain/membership/membership.ts'
import { PLAN_PERIOD, PLANS } from '#domain/membership/price.ts'
import { findAccount } from '#server/accounts/find-account.ts'
import { findPerson } from '#server/accounts/person.ts'
import { otherGround } from '#server/billing/membership/membership-state.ts'
import { comingPrice, isCancelling } from '#server/billing/sync/subscription-facts.ts'
import type { Deps } from '#server/deps.ts'
import type { WrittenMail } from '#server/mail/letter.ts'
import type { MembershipEnded, MembershipMail } from '#server/mail/queue-mail.ts'
import { englishMembership, type MembershipAbout, type MembershipLetters } from './membership-letters-en.ts'
import { japaneseMembership } from './membership-letters-ja.ts'

type MailDeps = Pick<Deps, 'db' | 'site'>

const LETTERS: Record<Locale, MembershipLetters> = { en: englishMembership, ja: japaneseMembership }

/**
 * Undefined when it is no longer true: the account or subscription ended, or the cancellation was made or undone since.
 */
export async function writeMembershipMail(
  deps: MailDeps,
  order: MembershipMail,
): Promise<WrittenMail | undefined> {
  const person = await findAccount(deps, 'id', order.userId)
  if (!person) return undefined
  const { email: to, locale } = person
  const about = await aboutOf(deps, order.subscription, { userId: order.userId, locale })
  if (!about) return undefined
  if (order.mail === 'paymentFailed') {
    if (!about.unpaidUntil) return undefined
    return { to, locale, letter: LETTERS[locale].paymentFailed({ ...about, until: about.unpaidUntil }) }
  }
  if (order.mail === 'trialEnds' && !about.trial) return undefined
  const { coming } = about
  if (order.mail === 'priceChanges') {
    if (!coming) return undefined
    const letter = { ...about, oldPrice: about.price, price: coming.price, until: coming.from }
    return { to, locale, letter: LETTERS[locale].priceChanges(letter) }
  }
  if (about.cancelling !== (order.mail === 'membershipCancelled')) return undefined
  // A renewal is announced at the price that it will have.
  const isNew = order.mail === 'membershipRenews' && coming && coming.from <= about.until
  const { price } = isNew ? coming : about
  return { to, locale, letter: LETTERS[locale][order.mail]({ ...about, price }) }
}

/** Undefined when the account is gone or still has a membership. */
export async function writeMembershipEnded(
  deps: MailDeps & Pick<Deps, 'now'>,
  { mail, userId }: MembershipEnded,
): Promise<WrittenMail | undefined> {
  const account = await findAccount(deps, 'id', userId)
  const person = await findPerson(deps.db, userId, deps.now())
  if (!account || !person || (mail === 'membershipEnded' && isPaid(person))) return undefined
  const { email: to, locale } = account
  const url = new URL(localePath(locale, '/pricing'), deps.site.url).href
  return { to, locale, letter: LETTERS[locale][mail]({ site: deps.site.name, url }) }
}

interface SubscriptionAbout extends MembershipAbout {
  cancelling: boolean
  /** When access ends unless the failed charge is paid; undefined when nothing is unpaid. */
  unpaidUntil: Date | undefined
  /** A price that holds later. */
  coming: { price: MembershipAbout['price']; from: Date } | undefined
}

async function aboutOf(
  { db, site }: MailDeps,
  id: string,
  { userId, locale }: { userId: number; locale: Locale },
): Promise<SubscriptionAbout | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .select(['plan', 'amount', 'currency', 'current_period_end', 'cancel_at', 'cancel_at_period_end'])
    .select(['status', 'past_due_since', 'move_state', 'move_amount', 'move_at'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('end_reason', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const plan = PLANS.find((each) => each === row.plan) ?? 'pro_monthly'
  const { amount, currency, past_due_since } = row
  const until = new Date(row.cancel_at ?? row.current_period_end)
  const coming = currency === null ? null : comingPrice(row)
  return {
    site: site.name,
    url: new URL(localePath(locale, '/account'), site.url).href,
    // The version that held.
    terms: new URL(localePath(locale, site.termsDay ? `/terms/${site.termsDay}` : '/terms'), site.url).href,
    price: amount === null || currency === null ? undefined : { amount, currency },
    period: PLAN_PERIOD[plan],
    trial: row.status === 'trialing',
    until,
    stays: (await otherGround(db, userId, until)) !== undefined,
    cancelling: isCancelling(row),
    coming: coming
      ? { price: { amount: coming.amount, currency: currency! }, from: new Date(coming.from) }
      : undefined,
    unpaidUntil: past_due_since ? new Date(Date.parse(past_due_since) + PAST_DUE_GRACE_MS) : undefined,
  }
}
