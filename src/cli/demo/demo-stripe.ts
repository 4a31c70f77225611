import { createServer } from 'node:net'
import { join } from 'node:path'
import { printError } from '#cli/output.ts'
import type { Config } from '#server/config/config.ts'
import { demoStripeSecrets, savedPort } from './demo-secrets.ts'

const HOST = '127.0.0.1'

/** Settings that point the demo to a local Stripe emulator; empty if the operator has set a Stripe key. */
export async function demoStripeSettings(
  dataDir: string,
  env: NodeJS.ProcessEnv,
): Promise<Record<string, string>> {
  if (env.STRIPE_SECRET_KEY) return {}
  const { secretKey, webhookSecret } = await demoStripeSecrets(dataDir)
  const port = await savedPort(dataDir, freePort)
  return {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRETS: webhookSecret,
    STRIPE_API_URL: `http://${HOST}:${port}`,
  }
}

/** Starts the emulator, with webhooks to the site and its state in DATA_DIR. */
export async function startDemoStripe({
  payments,
  dataDir,
  site,
  listen,
}: Config): Promise<{ close(): Promise<void> } | undefined> {
  const isOurs = !process.env.STRIPE_SECRET_KEY
  if (!isOurs || payments.mode !== 'test' || !payments.apiUrl) return undefined
  const { startStripeEmulator } = await import('../../../tools/stripe-emulator/emulator.ts')
  return startStripeEmulator({
    secretKey: payments.secretKey,
    webhook: {
      url: `http://${listen.host}:${listen.port}/api/payment/stripe-webhook`,
      shownUrl: new URL('/api/payment/stripe-webhook', site.url).href,
      secret: payments.webhookSecrets[0]!,
    },
    host: HOST,
    port: Number(payments.apiUrl.port),
    productName: `${site.name} Pro`,
    dataFile: join(dataDir, 'demo-stripe-account.json'),
    log: printError,
  })
}

/** `wanted` if it is free, else any free port. */
async function freePort(wanted: number): Promise<number> {
  return (await portIfFree(wanted)) ?? (await portIfFree(0))!
}

async function portIfFree(port: number): Promise<number | undefined> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  server.once('error', () => resolve(undefined))
  server.listen(port, HOST, () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
  })
  return promise
}
