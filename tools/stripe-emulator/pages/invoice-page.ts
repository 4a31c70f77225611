import type { Reply } from '../http/api.ts'
import type { Account } from '../model/account.ts'
import { find } from '../model/api-error.ts'
import { money } from '../model/catalogue.ts'
import { pageReply } from './document.ts'
import { html } from './html.ts'
import { dateIn, type Texts } from './texts.ts'

/** An invoice with its lines. */
export function invoicePage(account: Account, id: string, texts: Texts): Reply {
  const invoice = find(account.state.invoices, id, 'invoice')
  const { number, created, currency, lines, total } = invoice
  const status = invoice.status ?? 'draft'
  return pageReply(
    200,
    texts,
    `${texts.invoice} ${number ?? ''}`,
    html`<section class="card narrow">
<h1>${texts.invoice} ${number}</h1>
<p>${dateIn(texts, created)} <span class="badge ${status}">${texts.invoiceStatus[status] ?? status}</span></p>
<dl>
${lines.data.map(
  (line) =>
    html`<div><dt>${line.description}<br><span class="soft">${dateIn(texts, line.period.start)} – ${dateIn(texts, line.period.end)}</span></dt><dd>${money(line.amount, line.currency)}</dd></div>`,
)}
<div><dt>${texts.tax}</dt><dd>${money(0, currency)}</dd></div>
<div class="total"><dt>${texts.total}</dt><dd>${money(total, currency)}</dd></div>
</dl>
</section>`,
  )
}
