import type { CircuitBreakerPolicy } from 'cockatiel'
import type Stripe from 'stripe'
import { AppError } from '#contract/errors.ts'
import type { PaymentsConfig } from '#server/config/payments-config.ts'
import { tracingHeaders } from '#server/trace/trace.ts'
import { visitorBreaker } from './stripe-failure.ts'

/** Per attempt; a visitor's request ends earlier (stripe-failure.ts). */
const TIMEOUT_MS = 10_000
const RETRIES = 2

/** Stripe, when something is sold. */
export interface OpenPayments {
  mode: 'test' | 'live'
  /** Stripe's library, loaded on first use. */
  stripe(): Promise<Stripe>
  /** For forVisitor(). */
  breaker: CircuitBreakerPolicy
  webhookSecrets: readonly string[]
  automaticTax: boolean
  adaptivePricing: boolean
  /** The operator's page about a customer; a local emulator has one page about everything. */
  dashboard(customerId: string): string
}

export type Payments = { mode: 'off' } | OpenPayments

/** Does not load Stripe's library yet. */
export function openPayments(
  config: PaymentsConfig,
  stripe: () => Promise<Stripe> = openStripe(config),
): Payments {
  if (config.mode === 'off') return { mode: 'off' }
  const { mode, webhookSecrets, automaticTax, adaptivePricing } = config
  return {
    mode,
    stripe,
    breaker: visitorBreaker(),
    webhookSecrets,
    automaticTax,
    adaptivePricing,
    dashboard: (customerId) => dashboardUrl(config, customerId),
  }
}

function dashboardUrl({ mode, apiUrl }: { mode: 'test' | 'live'; apiUrl?: URL }, customerId: string): string {
  if (apiUrl) return new URL('/_emu/state', apiUrl).href
  return `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}customers/${customerId}`
}

/** @throws AppError('paymentsOff') when nothing is sold */
export function paymentsOf({ payments }: { payments: Payments }): OpenPayments {
  if (payments.mode === 'off') throw new AppError('paymentsOff')
  return payments
}

/** The official library, loaded on first use: it takes longer than the rest of the server. */
function openStripe(config: PaymentsConfig): () => Promise<Stripe> {
  let opened: Promise<Stripe> | undefined
  return () => {
    opened ??= load(config)
    return opened
  }
}

async function load(config: PaymentsConfig): Promise<Stripe> {
  if (config.mode === 'off') throw new Error('payments are off')
  const { default: Library } = await import('stripe')
  const { secretKey, apiUrl } = config
  return new Library(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    httpClient: tracingClient(Library),
    ...(apiUrl && addressOf(apiUrl)),
  })
}

/** Stripe's own client; its calls name the request or job that causes them. */
function tracingClient(library: typeof Stripe) {
  const client = library.createNodeHttpClient()
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = (host, port, path, method, headers, ...rest) =>
    makeRequest(host, port, path, method, { ...headers, ...tracingHeaders() }, ...rest)
  return client
}

function addressOf({ hostname, port, protocol }: URL) {
  const http = protocol === 'http:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (http ? 80 : 443),
    protocol: http ? ('http' as const) : ('https' as const),
  }
}
