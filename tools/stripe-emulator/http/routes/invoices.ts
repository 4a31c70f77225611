import type Stripe from 'stripe'
import { cardDeclined, find } from '../../model/api-error.ts'
import { payInvoice } from '../../model/billing.ts'
import { billedSubscription } from '../../model/invoice.ts'
import { page } from '../../model/page.ts'
import { previewChange } from '../../model/price-change.ts'
import { getSubscription } from '../../model/subscriptions.ts'
import { choice, group, ignored, integer, list, required, text } from '../fields.ts'
import { fieldsOf, newestFirst, PAGE, range, route, within } from '../route.ts'

export const invoiceRoutes = [
  route(
    'GET /v1/invoices',
    fieldsOf<Stripe.InvoiceListParams>()({
      ...PAGE,
      collection_method: ignored,
      created: range,
      customer: text,
      status: text,
      subscription: text,
    }),
    (account, { created, customer, status, subscription, ...rest }) => {
      const { collection_method: _, ...cursor } = rest
      const found = newestFirst(account.state.invoices).filter(
        (invoice) =>
          within(invoice.created, created) &&
          (customer === undefined || invoice.customer === customer) &&
          (status === undefined || invoice.status === status) &&
          (subscription === undefined || billedSubscription(invoice) === subscription),
      )
      return page(found, cursor, { url: '/v1/invoices', noun: 'invoice' })
    },
  ),
  route(
    'POST /v1/invoices/create_preview',
    fieldsOf<Stripe.InvoiceCreatePreviewParams>()({
      customer: text,
      subscription: required(text),
      subscription_details: required(
        group({
          items: required(list(group({ id: text, price: text, quantity: integer }), 20)),
          proration_behavior: choice('always_invoice', 'create_prorations'),
          proration_date: integer,
        }),
      ),
    }),
    (account, { subscription, subscription_details }) =>
      previewChange(account, getSubscription(account, subscription), subscription_details),
  ),
  route('GET /v1/invoices/:invoice', {}, (account, _, { invoice }) =>
    find(account.state.invoices, invoice, 'invoice'),
  ),
  route(
    'POST /v1/invoices/:invoice/pay',
    fieldsOf<Stripe.InvoicePayParams>()({ off_session: ignored, payment_method: text }),
    (account, { payment_method }, { invoice }) => {
      const paid = payInvoice(account, invoice, payment_method)
      if (paid.status !== 'paid') throw cardDeclined('generic_decline')
      return paid
    },
  ),
]
