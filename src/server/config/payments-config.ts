import { z } from 'zod'
import { onOrOff, readBy, safeAddress, upToTwo } from './setting-types.ts'

/** `test`: no real money is paid. */
export type PaymentsConfig =
  | { mode: 'off' }
  | {
      mode: 'test' | 'live'
      secretKey: string
      /** Any of them may sign; two during a rotation. None: that of the webhook which the shop has made. */
      webhookSecrets: readonly string[]
      /** Of a local emulator; default: Stripe's. */
      apiUrl?: URL | undefined
      /** Whether Stripe calculates taxes. */
      automaticTax: boolean
      /** Whether Stripe's page may offer the buyer's own currency. */
      adaptivePricing: boolean
    }

export type PaymentsMode = PaymentsConfig['mode']

const KEY_OF_MODE = /^(?:sk|rk)_(test|live)_[A-Za-z0-9_]{8,250}$/
const PUBLISHABLE_KEY = /^pk_(?:test|live)_[A-Za-z0-9_]{8,250}$/
const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/=_]{8,250}$/

/** Part of the schema in config.ts. */
export const PAYMENT_SETTINGS = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(KEY_OF_MODE, 'must be a key that begins with sk_test_, sk_live_, rk_test_ or rk_live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(PUBLISHABLE_KEY, 'must be a key that begins with pk_test_ or pk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRETS: upToTwo(
    WEBHOOK_SECRET,
    'must be one or two secrets that begin with whsec_, with a comma',
  ).optional(),
  STRIPE_API_URL: readBy(safeAddress, 'must be an https address, or an http one of this machine').optional(),
  STRIPE_AUTOMATIC_TAX: onOrOff('off'),
  STRIPE_ADAPTIVE_PRICING: onOrOff('off'),
  STRIPE_INVOICE_FOOTER: z.string().max(500, 'must be at most 500 letters').optional(),
}

type PaymentSettings = z.infer<z.ZodObject<typeof PAYMENT_SETTINGS>>

/** One line for each setting that contradicts another. */
export function paymentProblems(settings: PaymentSettings): string[] {
  const { STRIPE_SECRET_KEY: key, STRIPE_PUBLISHABLE_KEY: publishable } = settings
  const mode = key && modeOf(key)
  const problems: string[] = []
  if (mode && publishable && !publishable.startsWith(`pk_${mode}_`))
    problems.push(`STRIPE_PUBLISHABLE_KEY must be of the ${mode} mode, as STRIPE_SECRET_KEY is`)
  if (mode === 'live' && settings.STRIPE_API_URL)
    problems.push('STRIPE_API_URL must not be set with a live key: it is for a local emulator')
  return problems
}

/** Off without a secret key. */
export function paymentsConfig(settings: PaymentSettings): PaymentsConfig {
  const { STRIPE_SECRET_KEY: secretKey } = settings
  if (!secretKey) return { mode: 'off' }
  return {
    mode: modeOf(secretKey),
    secretKey,
    webhookSecrets: settings.STRIPE_WEBHOOK_SECRETS ?? [],
    automaticTax: settings.STRIPE_AUTOMATIC_TAX,
    adaptivePricing: settings.STRIPE_ADAPTIVE_PRICING,
    apiUrl: settings.STRIPE_API_URL,
  }
}

function modeOf(secretKey: string): 'test' | 'live' {
  return KEY_OF_MODE.exec(secretKey)?.[1] === 'live' ? 'live' : 'test'
}
