import { admin } from '../../call.ts'
import { Move, NewAmounts, PlanPath, StripePlan, StudioPrices } from './prices.ts'

export const studioPrices = admin.get('/api/studio/prices', {
  does: 'What the plans cost, and how many members pay which price.',
  answer: StudioPrices,
})

export const setPlanPrice = admin.put('/api/studio/prices/{plan}', {
  does: 'Sells a plan for other amounts at Stripe; members keep what they pay.',
  example: {
    plan: 'pro_monthly',
    amounts: [
      { currency: 'usd', amount: 3100 },
      { currency: 'jpy', amount: 3300 },
    ],
  },
  proof: 'any',
  params: PlanPath,
  body: NewAmounts,
  errors: ['stripeRefused', 'paymentsOff', 'paymentFailed'],
  within: 'chargingAnswer',
})

export const moveMembers = admin.put('/api/studio/prices/{plan}/moves', {
  does: 'Moves members to the price of new ones at a renewal, a month after a mail; or stops that.',
  example: { plan: 'pro_monthly', currency: 'usd', amount: 2500, on: true },
  proof: 'any',
  params: PlanPath,
  body: Move,
  errors: ['notFound', 'paymentsOff'],
})

export const stripePlan = admin.get('/api/studio/stripe', {
  does: 'What “Set up Stripe” would do: product and prices, webhook, portal; and which rights the key lacks.',
  answer: StripePlan,
  errors: ['stripeRefused', 'paymentsOff', 'paymentFailed'],
  within: 'chargingAnswer',
})

export const setUpStripe = admin.post('/api/studio/stripe', {
  does: 'Makes at Stripe what is missing there, and says what it did; nothing if it is all there.',
  proof: 'any',
  answer: StripePlan,
  errors: ['stripeRefused', 'paymentsOff', 'paymentFailed'],
  within: 'chargingAnswer',
})
