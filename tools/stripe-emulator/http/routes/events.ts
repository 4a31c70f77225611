import type Stripe from 'stripe'
import { find, invalidRequest } from '../../model/api-error.ts'
import { page } from '../../model/page.ts'
import { flag, list, text } from '../fields.ts'
import { fieldsOf, newestFirst, PAGE, range, route, within } from '../route.ts'

/** `customer.*` matches every type with that prefix. */
function isOfType(type: string, asked: string): boolean {
  return asked.endsWith('*') ? type.startsWith(asked.slice(0, -1)) : type === asked
}

export const eventRoutes = [
  route(
    'GET /v1/events',
    fieldsOf<Stripe.EventListParams>()({
      ...PAGE,
      created: range,
      delivery_success: flag,
      type: text,
      types: list(text, 20),
    }),
    (account, { created, delivery_success, type, types, ...cursor }) => {
      if (type !== undefined && types) {
        throw invalidRequest('You may only specify one of these parameters: type, types.')
      }
      const found = newestFirst(account.state.events).filter(
        (event) =>
          within(event.created, created) &&
          (delivery_success === undefined || delivery_success === (event.pending_webhooks === 0)) &&
          (type === undefined || isOfType(event.type, type)) &&
          (types === undefined || types.includes(event.type)),
      )
      return page(found, cursor, { url: '/v1/events', noun: 'event' })
    },
  ),
  route('GET /v1/events/:event', {}, (account, _, { event }) => find(account.state.events, event, 'event')),
]
