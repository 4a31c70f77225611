import { parseConfig } from '#server/config/config.ts'
import { allJobs } from '#server/start/job-list.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { startServer } from '../../../src/server.ts'
import { startStripeEmulator } from '../../../tools/stripe-emulator/emulator.ts'
import { freePort } from '../free-port.ts'
import { PATIENT } from '../shop/server.ts'

/**
 * Serves the built site and a Stripe emulator on one clock, and sends their URLs when they listen. Each message moves
 * the clock by that many milliseconds.
 */
let ahead = 0
const now = () => Date.now() + ahead

const port = await freePort()
const site = `http://localhost:${port}`
const secret = 'whsec_of_a_shop_of_its_own'
const secretKey = 'sk_test_of_a_shop_of_its_own'
const emulator = await startStripeEmulator({
  secretKey,
  webhook: { url: `${site}/api/payment/stripe-webhook`, secret },
  productName: 'Nagare Pro',
  log: (msg) => console.log(JSON.stringify({ level: 20, msg })),
  now,
})
const config = parseConfig({
  HOST: 'localhost',
  PORT: String(port),
  SITE_URL: site,
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRETS: secret,
  STRIPE_API_URL: emulator.url.origin,
  ...process.env,
})
const deps = await openDeps(config, () => new Date(now()))
// With live payments these would call the real Stripe, where this account does not exist.
const live = config.payments.mode === 'live'
const jobs = allJobs(config).filter(({ kind }) => !live || !kind.startsWith('billing.'))
if (live) {
  const month = { plan: 'pro_monthly', currency: 'usd', amounts: '{"usd":{"amount":2900}}' } as const
  await deps.db
    .insertInto('plan_prices')
    .values({ ...month, price_id: 'price_live', mode: 'live', ticket: 1 })
    .execute()
}
const server = await startServer({ config, deps, jobs, limits: PATIENT })

process.on('message', (milliseconds: number) => {
  ahead += milliseconds
  // Runs what is due at once, not with the next tick.
  emulator.control.advance(0)
  process.send!('moved')
})
process.once('disconnect', async () => {
  await server.close()
  await deps.close()
  await emulator.close()
  process.exit(0)
})
process.send!({ site: config.site.url.origin, stripe: emulator.url.origin })
