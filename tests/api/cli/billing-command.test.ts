import { expect, test } from 'vitest'
import { startStripeEmulator } from '../../../tools/stripe-emulator/emulator.ts'
import { aLibrary } from '../../support/footage.ts'
import { runCommandHere } from '../../support/run-cli.ts'
import { STRIPE } from '../../support/shop/shop.ts'

test('the operator sees the prices and changes them', async () => {
  const library = await aLibrary()
  const stripe = await startStripeEmulator({ secretKey: STRIPE.secretKey })
  const env = {
    ...library.env,
    STRIPE_SECRET_KEY: STRIPE.secretKey,
    STRIPE_WEBHOOK_SECRETS: STRIPE.webhookSecrets.join(),
    STRIPE_API_URL: stripe.url.origin,
  }
  const billing = (...args: string[]) => runCommandHere(['billing', ...args], env)
  expect((await billing('prices')).stdout).toBe('pro_monthly  US$29\npro_yearly  US$264\n')
  const set = await billing('set-price', 'pro_monthly', 'usd=29.50', 'jpy=3980')
  expect(set).toMatchObject({ code: 0, stdout: 'New members pay US$29.50, ¥3,980 for pro_monthly.\n' })
  expect((await billing('set-price', 'pro_yearly', 'usd=264', 'jpy=39800')).code).toBe(0)
  expect((await billing('prices')).stdout).toBe(
    'pro_monthly  US$29.50, ¥3,980\npro_yearly  US$264, ¥39,800\n',
  )
  for (const wrong of ['jpy=3980.5', 'usd=29.999', 'usd=0', 'dollars=29', '29'])
    expect((await billing('set-price', 'pro_monthly', wrong)).stderr, wrong).toContain('such as usd=29.50')
  const foreign = await runCommandHere(['billing', 'set-price', 'pro_monthly', 'usd=1'], {
    ...env,
    STRIPE_SECRET_KEY: 'sk_test_of_somebody_else',
  })
  expect(foreign).toMatchObject({ code: 1, stderr: expect.stringContaining('Stripe: Invalid API Key') })
  await stripe.close()
  await library.close()
})
