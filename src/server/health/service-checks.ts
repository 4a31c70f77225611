import { isOwnNetwork } from '#domain/address/this-machine.ts'
import { MINUTE_MS } from '#domain/dates/spans.ts'
import { PLANS } from '#domain/membership/price.ts'
import { webhookSecretsOf } from '#server/billing/own-objects.ts'
import { isStripeFailure } from '#server/billing/stripe-failure.ts'
import { planWebhook } from '#server/billing/stripe-setup/set-up-stripe.ts'
import { found, type HealthCheck } from './check.ts'

/** In which an event arrives, and is handled. */
const WITHIN_MS = 10 * MINUTE_MS

export const serviceChecks: HealthCheck[] = [
  {
    name: 'mail',
    run: async ({ deps: { mailer } }) => found((await mailer.check()) === 'sent' ? 'ok' : 'mailsAreFiles'),
  },
  {
    name: 'stripe',
    async run({ deps: { payments, site }, prices }) {
      const { mode } = payments
      if (mode === 'off') return found('paymentsOff')
      try {
        await prices()
      } catch (error) {
        if (!isStripeFailure(error)) throw error
        const { statusCode: status } = error
        if (status === 401 || status === 403) return found('keyRefused', { status })
        // Its messages may repeat a part of the key.
        throw new Error(`Stripe answers ${status ?? 'nothing'} (${error.code ?? error.type})`)
      }
      return found(mode === 'test' && !isOwnNetwork(site.url.hostname) ? 'testMode' : 'ok', { mode })
    },
  },
  {
    name: 'prices',
    needs: 'stripe',
    async run({ prices }) {
      const { sold } = await prices()
      const lacking = PLANS.filter((plan) => !sold.has(plan))
      return lacking.length > 0 ? found('pricesLack', { plans: lacking.join(', ') }) : found('ok')
    },
  },
  {
    name: 'webhooks',
    needs: 'migrations',
    async run({ deps }) {
      const { db, now, payments } = deps
      if (payments.mode === 'off') return found('paymentsOff')
      if ((await webhookSecretsOf(deps, payments)).length === 0) return found('noSecret')
      const stripe = await payments.stripe()
      // Without the right to see webhooks, or while Stripe is away, their events tell.
      const step = await planWebhook({ deps, payments, stripe }).catch(() => undefined)
      if (step && step.act !== 'leave') return found('webhookLacks')
      const events = db.selectFrom('stripe_events')
      const newest = await events
        .select(['created', 'received_at'])
        .orderBy('created', 'desc')
        .limit(1)
        .executeTakeFirst()
      const { waiting } = await events
        .select(({ fn }) => fn.min<string | null>('received_at').as('waiting'))
        .where('handled_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (waiting && now().getTime() - Date.parse(waiting) > WITHIN_MS)
        return found('unhandled', { sinceAt: waiting })
      if (!newest) return found('noEvents')
      const { created, received_at: lastAt } = newest
      // The hourly comparison brings what no webhook did.
      return found(Date.parse(lastAt) - Date.parse(created) > WITHIN_MS ? 'eventsLost' : 'ok', { lastAt })
    },
  },
]
