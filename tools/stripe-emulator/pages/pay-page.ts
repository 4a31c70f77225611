import type { Reply } from '../http/api.ts'
import type { Account } from '../model/account.ts'
import { DAY, type Interval, nextBilling } from '../model/calendar.ts'
import { money } from '../model/catalogue.ts'
import { orderOf } from '../model/checkout.ts'
import { PROMOTION_CODE } from '../model/promotion.ts'
import type { CheckoutSession } from '../model/state.ts'
import { notice, pageReply } from './document.ts'
import { type Html, html } from './html.ts'
import { dateIn, type Texts } from './texts.ts'

/** The order with amount, renewal and buttons, or why there is nothing to pay. */
export function payPage(
  account: Account,
  session: CheckoutSession,
  texts: Texts,
  { declined, promotion }: { declined: string | null; promotion: string | null },
): Reply {
  if (session.status === 'complete') return completePage(session, texts)
  if (session.status === 'expired') return expiredPage(session, texts)
  const { lineItems, trialDays } = orderOf(account, session.id)
  const [first] = lineItems
  const moneyOf = (amount: number | null) => money(amount ?? 0, session.currency!)
  const price = moneyOf(session.amount_total)
  const full = moneyOf(lineItems.reduce((sum, { amount_total }) => sum + amount_total, 0))
  const interval = first!.price!.recurring!.interval as Interval
  const now = account.now()
  const renewal = dateIn(texts, trialDays ? now + trialDays * DAY : nextBilling(now, interval, now))
  const email = session.customer && account.state.customers.get(session.customer)?.email
  return pageReply(
    200,
    texts,
    `${texts.subscribeTo} ${first!.description}`,
    html`<div class="columns">
<section class="summary">
<h1><small>${texts.subscribeTo}</small> ${first!.description}</h1>
<p class="price"><strong>${full}</strong> ${texts.perInterval[interval]}</p>
${trialDays && html`<p>${texts.trial(trialDays)}</p>`}
<dl>
${lineItems.map(
  (item) =>
    html`<div><dt>${item.description} × ${item.quantity}</dt><dd>${moneyOf(item.amount_total)}</dd></div>`,
)}
${session.total_details!.amount_discount > 0 && html`<div><dt>${texts.discount}</dt><dd>−${moneyOf(session.total_details!.amount_discount)}</dd></div>`}
<div><dt>${texts.tax}</dt><dd>${moneyOf(0)}</dd></div>
<div class="total"><dt>${texts.dueToday}</dt><dd>${price}</dd></div>
</dl>
<p class="soft">${texts.renewsOn(renewal, full)}</p>
${session.allow_promotion_codes && session.discounts?.length === 0 && promotionForm(texts, promotion)}
</section>
<form class="card" method="post">
${declined && html`<p class="alert" role="alert">${declined === 'insufficient_funds' ? texts.insufficientFunds : texts.declined}</p>`}
<label>${texts.email}
<input type="email" name="email" required autocomplete="email" value="${email ?? ''}" ${session.customer && html`readonly`}>
</label>
${session.tax_id_collection?.enabled && companyFields(texts)}
<p class="field"><span>${texts.card}</span><span class="number">4242 4242 4242 4242</span></p>
<button class="primary" name="card" value="pays">${trialDays ? texts.startTrial : texts.pay(price)}</button>
<fieldset>
<legend>${texts.otherCards}</legend>
<button name="card" value="declines">${texts.payDeclined}</button>
<button name="card" value="insufficientFunds">${texts.payInsufficientFunds}</button>
<button name="card" value="declinesRenewals">${texts.payOnceOnly}</button>
</fieldset>
${session.cancel_url && html`<p><a href="${session.cancel_url}">← ${texts.back}</a></p>`}
</form>
</div>`,
  )
}

function companyFields(texts: Texts): Html {
  return html`<label>${texts.company}
<input name="business_name" autocomplete="organization">
</label>
<label>${texts.taxId}
<input name="tax_id">
</label>`
}

/** A form of its own, so that Enter in it does not pay. @param refused the wrong code, to be corrected */
function promotionForm(texts: Texts, refused: string | null): Html {
  return html`<form class="row" method="post">
${refused && html`<p class="alert" role="alert">${texts.promotionInvalid}</p>`}
<label>${texts.promotion(PROMOTION_CODE)}
<input name="promotion" required value="${refused ?? ''}">
</label>
<button>${texts.apply}</button>
</form>`
}

/** Where the buyer goes after paying; the template becomes the session's id. */
export function successUrl(session: CheckoutSession): string {
  return session.success_url!.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

function completePage(session: CheckoutSession, texts: Texts): Reply {
  return notice(200, texts, {
    title: texts.done,
    text: texts.doneText,
    link: { href: successUrl(session), label: texts.goOn },
  })
}

function expiredPage({ cancel_url }: CheckoutSession, texts: Texts): Reply {
  return notice(200, texts, {
    title: texts.expired,
    text: texts.expiredText,
    ...(cancel_url && { link: { href: cancel_url, label: texts.goBack } }),
  })
}
