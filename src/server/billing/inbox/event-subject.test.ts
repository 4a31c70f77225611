import { expect, test } from 'vitest'
import { type StripeEvent, subjectOf } from './event-subject.ts'

const card = { invoice_settings: { default_payment_method: null } }
const ofSubscription = (subscription: unknown) => ({
  ...{ id: 'in_1', parent: { subscription_details: { subscription } } },
})

test.each([
  ['customer.subscription.updated', { id: 'sub_1' }, undefined, 'sub_1'],
  ['checkout.session.completed', { id: 'cs_1' }, undefined, 'cs_1'],
  ['customer.deleted', { id: 'cus_1' }, undefined, 'cus_1'],
  ['customer.updated', { id: 'cus_1' }, card, 'cus_1'],
  // Every other change would try the card again.
  ['customer.updated', { id: 'cus_1' }, { address: null }, undefined],
  ['customer.updated', { id: 'cus_1' }, { invoice_settings: { footer: null } }, undefined],
  ['customer.updated', { id: 'cus_1' }, undefined, undefined],
  ['invoice.paid', ofSubscription('sub_1'), undefined, 'sub_1'],
  ['invoice.payment_failed', ofSubscription({ id: 'sub_1' }), undefined, 'sub_1'],
  ['invoice.paid', { id: 'in_1' }, undefined, undefined],
  ['charge.succeeded', { id: 'ch_1' }, undefined, undefined],
] as const)('%s of %o, before: %o, is about %s', (type, object, previous_attributes, subject) => {
  const event = { id: 'evt_1', type, created: 1, data: { object, previous_attributes } }
  expect(subjectOf(event as unknown as StripeEvent)).toBe(subject)
})
