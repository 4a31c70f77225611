import type Stripe from 'stripe'
import type { PaymentsConfig } from '#server/config/payments-config.ts'

/** For one attempt at a call; what a visitor waits for ends earlier (for-visitor.ts). */
const TIMEOUT_MS = 10_000
const RETRIES = 2

/** The official library, made at its first use: it takes longer to load than the rest of the server. */
export function openStripe(config: PaymentsConfig): () => Promise<Stripe> {
  let opened: Promise<Stripe> | undefined
  return () => {
    opened ??= load(config)
    return opened
  }
}

async function load(config: PaymentsConfig): Promise<Stripe> {
  if (config.mode === 'off') throw new Error('nothing is sold here')
  const { default: Library } = await import('stripe')
  const { secretKey, apiUrl } = config
  return new Library(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(apiUrl && addressOf(apiUrl)),
  })
}

function addressOf({ hostname, port, protocol }: URL) {
  const http = protocol === 'http:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (http ? 80 : 443),
    protocol: http ? ('http' as const) : ('https' as const),
  }
}
