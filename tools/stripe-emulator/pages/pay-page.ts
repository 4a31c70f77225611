import type { Reply } from '../http/api.ts'
import type { Account } from '../model/account.ts'
import { type Interval, nextBilling } from '../model/calendar.ts'
import { money } from '../model/catalogue.ts'
import { orderOf } from '../model/checkout.ts'
import type { CheckoutSession } from '../model/state.ts'
import { notice, pageReply } from './document.ts'
import { html } from './html.ts'
import { dateIn, type Texts } from './texts.ts'

/** The order with amount, renewal and buttons, or why there is nothing to pay. */
export function payPage(
  account: Account,
  session: CheckoutSession,
  texts: Texts,
  declined: string | null,
): Reply {
  if (session.status === 'complete') return completePage(session, texts)
  if (session.status === 'expired') return expiredPage(session, texts)
  const { lineItems } = orderOf(account, session.id)
  const [first] = lineItems
  const price = money(session.amount_total!, session.currency!)
  const interval = first!.price!.recurring!.interval as Interval
  const now = account.timeOf(session.customer)
  const renewal = dateIn(texts, nextBilling(now, interval, now))
  const email = session.customer
    ? account.state.customers.get(session.customer)?.email
    : session.customer_email
  return pageReply(
    200,
    texts,
    `${texts.subscribeTo} ${first!.description}`,
    html`<div class="columns">
<section class="summary">
<h1><small>${texts.subscribeTo}</small> ${first!.description}</h1>
<p class="price"><strong>${price}</strong> ${texts.perInterval[interval]}</p>
<dl>
${lineItems.map(
  (item) =>
    html`<div><dt>${item.description} × ${item.quantity}</dt><dd>${money(item.amount_total, item.currency)}</dd></div>`,
)}
<div><dt>${texts.tax}</dt><dd>${money(0, session.currency!)}</dd></div>
<div class="total"><dt>${texts.dueToday}</dt><dd>${price}</dd></div>
</dl>
<p class="soft">${texts.renewsOn(renewal, price)}</p>
</section>
<form class="card" method="post">
${declined && html`<p class="alert" role="alert">${declined === 'insufficient_funds' ? texts.insufficientFunds : texts.declined}</p>`}
<label>${texts.email}
<input type="email" name="email" required autocomplete="email" value="${email ?? ''}" ${session.customer || session.customer_email ? html`readonly` : ''}>
</label>
<p class="field"><span>${texts.card}</span><span class="number">4242 4242 4242 4242</span></p>
<button class="primary" name="card" value="pays">${texts.pay(price)}</button>
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
