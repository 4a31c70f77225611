import type { Reply } from '../http/api.ts'
import type { Account } from '../model/account.ts'
import { paymentCard } from '../model/billing.ts'
import type { Interval } from '../model/calendar.ts'
import { amountIn, money } from '../model/catalogue.ts'
import type { Invoice, PortalSession, Price, Subscription } from '../model/state.ts'
import { isLive, periodEnd } from '../model/subscription.ts'
import { pageReply } from './document.ts'
import { type Html, html } from './html.ts'
import type { Done } from './portal-actions.ts'
import { dateIn, type Texts } from './texts.ts'

/** Subscriptions, card and invoices of one customer. */
export function portalPage(
  account: Account,
  session: PortalSession,
  texts: Texts,
  done: string | null,
): Reply {
  const mine = <T extends { customer: string }>(collection: Map<string, T>) =>
    [...collection.values()].filter(({ customer }) => customer === session.customer).reverse()
  const subscriptions = mine(account.state.subscriptions)
  const invoices = mine(account.state.invoices)
  return pageReply(
    200,
    texts,
    texts.billing,
    html`<div class="narrow">
<h1>${texts.billing}</h1>
${resultMessage(texts, done)}
<section class="card">
<h2>${texts.subscriptions}</h2>
${subscriptions.length === 0 && html`<p class="soft">${texts.noSubscription}</p>`}
${subscriptions.map((subscription) => subscriptionPart(account, subscription, texts))}
</section>
${cardPart(account, session, subscriptions, texts)}
<section class="card">
<h2>${texts.invoices}</h2>
${invoices.length === 0 && html`<p class="soft">${texts.noInvoice}</p>`}
<ul class="rows">${invoices.map((invoice) => invoicePart(invoice, texts))}</ul>
</section>
${session.return_url && html`<p><a href="${session.return_url}">← ${texts.returnTo(new URL(session.return_url).host)}</a></p>`}
</div>`,
  )
}

function resultMessage(texts: Texts, done: string | null): Html | null {
  const sentences: Partial<Record<Done, string>> = {
    cancelled: texts.cancelled,
    kept: texts.kept,
    changed: texts.changed,
    paid: texts.paid,
    declined: texts.declined,
  }
  const sentence = done && Object.hasOwn(sentences, done) ? sentences[done as Done] : undefined
  if (!sentence) return null
  return html`<p class="${done === 'declined' ? 'alert' : 'message'}" role="status">${sentence}</p>`
}

function subscriptionPart(account: Account, subscription: Subscription, texts: Texts): Html {
  const price = subscription.items.data[0]!.price as Price
  const { cancel_at, currency, ended_at, status } = subscription
  const when = ended_at
    ? texts.ended(dateIn(texts, ended_at))
    : cancel_at
      ? texts.endsOn(dateIn(texts, cancel_at))
      : texts.renews(dateIn(texts, periodEnd(subscription)))
  const button = cancel_at
    ? html`<button name="action" value="keep">${texts.keep}</button>`
    : html`<button name="action" value="cancel">${texts.cancel}</button>`
  return html`<form method="post" class="row">
<input type="hidden" name="subscription" value="${subscription.id}">
<p><strong>${account.state.products.get(price.product)?.name}</strong> <span class="badge ${status}">${texts.status[status] ?? status}</span><br>
${money(amountIn(account, price, currency), currency)} ${texts.perInterval[price.recurring.interval as Interval]}<br>
<span class="soft">${when}</span></p>
${isLive(subscription) && button}
</form>`
}

function cardPart(
  account: Account,
  { customer }: PortalSession,
  subscriptions: Subscription[],
  texts: Texts,
): Html {
  const live = subscriptions.find(isLive) ?? subscriptions[0]
  const owner = account.state.customers.get(customer)
  const method =
    (live && paymentCard(account, live)) ??
    account.state.paymentMethods.get(owner?.invoice_settings.default_payment_method ?? '')
  const shown = method ? texts.cardEnding(method.card.brand, method.card.last4) : texts.noCard
  return html`<form method="post" class="card">
<h2>${texts.paymentMethod}</h2>
<p class="number">${shown}</p>
<label>${texts.changeTo}
<select name="card"><option value="paysToo">${texts.cardPays}</option><option value="declinesRenewals">${texts.cardFails}</option></select>
</label>
<button name="action" value="card">${texts.change}</button>
</form>`
}

function invoicePart(invoice: Invoice, texts: Texts): Html {
  const { id, status, number, created, currency, total } = invoice
  const state = status ?? 'draft'
  const pay = html`<form method="post"><input type="hidden" name="invoice" value="${id}"><button name="action" value="pay">${texts.payNow}</button></form>`
  return html`<li>
<span><a href="/i/${id}">${dateIn(texts, created)}</a> <span class="badge ${state}">${texts.invoiceStatus[state] ?? state}</span><br>
<span class="soft">${number}</span></span>
<span>${money(total, currency)}</span>
${status === 'open' && pay}
</li>`
}
