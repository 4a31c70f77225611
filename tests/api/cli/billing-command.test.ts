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

test('the operator sets Stripe up, reads before what that does, and what a restricted key lacks', async () => {
  const library = await aLibrary()
  const stripe = await startStripeEmulator({ secretKey: STRIPE.secretKey })
  for (const objects of [stripe.account.state.prices, stripe.account.state.products]) objects.clear()
  const env = {
    ...library.env,
    ...{ STRIPE_SECRET_KEY: STRIPE.secretKey, STRIPE_API_URL: stripe.url.origin, MEDIA_KEYS: 'k'.repeat(43) },
  }
  const setUp = (...args: string[]) => runCommandHere(['billing', 'setup', ...args], env)
  expect(await setUp('--dry-run')).toMatchObject({
    code: 0,
    stdout:
      'Product and price of a month: needs amounts: enter them below\n' +
      'Product and price of a year: needs amounts: enter them below\n' +
      'Webhook: will be made\nCustomer portal: will be made\n',
  })
  expect(stripe.account.state.webhookEndpoints.size).toBe(0)
  stripe.control.restrict({ webhook_endpoints: 'none' })
  const some = await setUp('--monthly', 'usd=29.50,jpy=3980', '--yearly', 'usd=264,jpy=39800')
  expect(some).toMatchObject({ code: 1, stderr: 'nagare: not everything could be set up\n' })
  expect(some.stdout).toContain('a month: made\n')
  expect(some.stdout).toContain(
    'Webhook: the key may not: give it this right at Stripe: Webhook Endpoints: write\n',
  )
  stripe.control.restrict({})
  expect((await setUp()).stdout).toContain('Webhook: made\n')
  const again = await setUp()
  expect(again.stdout).toContain('Nothing to do: Stripe has all that the shop needs.\n')
  const prices = await runCommandHere(['billing', 'prices'], env)
  expect(prices.stdout).toContain('US$29.50, ¥3,980')
  const { MEDIA_KEYS: _, ...without } = env
  expect((await runCommandHere(['billing', 'setup'], without)).stderr).toContain('MEDIA_KEYS is not set')
  await stripe.close()
  await library.close()
})
