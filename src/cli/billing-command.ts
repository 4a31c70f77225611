import { Argument, type Command, InvalidArgumentError } from 'commander'
import type { StripeAct } from '#contract/studio/shop/prices.ts'
import { amountFrom, formatAmount } from '#domain/membership/format-price.ts'
import { PLANS, type Plan } from '#domain/membership/price.ts'
import { pricesTexts } from '#i18n/studio/prices/texts.ts'
import { audit } from '#server/audit.ts'
import { listOffers } from '#server/billing/prices/offers.ts'
import { pricesPaid } from '#server/billing/prices/prices-paid.ts'
import { refreshPrices } from '#server/billing/prices/refresh-prices.ts'
import { setPrice } from '#server/billing/prices/set-price.ts'
import { isStripeFailure } from '#server/billing/stripe-failure.ts'
import { planStripe, setUpStripe } from '#server/billing/stripe-setup/set-up-stripe.ts'
import { reconcileAll } from '#server/billing/sync/reconcile-all.ts'
import { CommandFailed, interruptible, withDeps } from './command.ts'
import { print } from './output.ts'

export function addBilling(program: Command): void {
  const billing = program.command('billing').description('what Stripe knows of members')
  billing
    .command('reconcile')
    .description('compare every subscription with Stripe and repair what differs; the server does it daily')
    .action(reconcile)
  billing
    .command('setup')
    .description('make at Stripe what the shop needs there: prices, webhook and portal; may be repeated')
    .option('--dry-run', 'only say what it would do', false)
    .option(
      '--monthly <amounts>',
      'what a month costs if it is not sold yet, such as usd=29,jpy=3980',
      manyAmounts,
    )
    .option('--yearly <amounts>', 'what a year costs if it is not sold yet', manyAmounts)
    .action(setUp)
  billing
    .command('prices')
    .description('what the plans cost at Stripe, and what members pay')
    .action(showPrices)
  billing
    .command('set-price')
    .description('sell a plan for other amounts; members keep their price')
    .addArgument(new Argument('<plan>').choices(PLANS))
    .argument('<amounts...>', 'the first is the default, such as usd=29 jpy=3980', amounts)
    .action(changePrice)
}

type Amounts = Record<string, number>

function amounts(text: string, before: Amounts = {}): Amounts {
  const [, currency = '', number = ''] = /^([a-z]{3})=(.+)$/.exec(text) ?? []
  const amount = amountFrom(number, currency)
  if (amount) return { ...before, [currency]: amount }
  throw new InvalidArgumentError('It must be a currency and an amount, such as usd=29.50 or jpy=3980.')
}

const manyAmounts = (text: string) => text.split(',').reduce((all, each) => amounts(each, all), {} as Amounts)

interface SetupFlags {
  dryRun: boolean
  monthly?: Amounts
  yearly?: Amounts
}

async function setUp({ dryRun, monthly, yearly }: SetupFlags): Promise<void> {
  // Without them the webhook's secret would be sealed for nobody.
  if (!process.env.MEDIA_KEYS) throw new CommandFailed('MEDIA_KEYS is not set')
  await withDeps(async (deps) => {
    if (deps.payments.mode === 'off') throw new CommandFailed('STRIPE_SECRET_KEY is not set')
    const wanted = {
      by: 'cli' as const,
      amounts: { ...(monthly && { pro_monthly: monthly }), ...(yearly && { pro_yearly: yearly }) },
    }
    const planned = await planStripe(deps, wanted).catch(stripeFailed)
    const steps = dryRun ? planned : await setUpStripe(deps, wanted).catch(stripeFailed)
    const { parts, acts, rights, nothing } = pricesTexts('en').setup
    for (const { part, act } of steps)
      print(
        `${parts[part] ?? rights[part]}: ${dryRun ? acts[act] : (DONE[act] ?? acts[act])}${act === 'denied' ? `: ${rights[part]}` : ''}`,
      )
    if (steps.every(({ act }) => act === 'leave')) print(nothing)
    if (steps.some(({ act }) => act === 'denied' || act === 'stuck'))
      throw new CommandFailed('not everything could be set up')
  })
}

const DONE: Partial<Record<StripeAct, string>> = { create: 'made', change: 'changed', replace: 'made anew' }

async function showPrices(): Promise<void> {
  await withDeps(async (deps) => {
    if (deps.payments.mode === 'off') throw new CommandFailed('STRIPE_SECRET_KEY is not set')
    await refreshPrices(deps).catch(stripeFailed)
    const offers = await listOffers(deps)
    for (const plan of PLANS) {
      const texts = offers.flatMap(({ currency, amounts }) => priceText(amounts[plan], currency))
      print(`${plan}  ${texts.join(', ') || 'not sold'}`)
    }
    for (const { plan, currency, amount, members, isOld } of await pricesPaid(deps)) {
      const who = members === 1 ? '1 member pays' : `${members} members pay`
      print(`${plan}  ${who} ${priceText(amount, currency)}${isOld ? ', an older price' : ''}`)
    }
  })
}

async function changePrice(plan: Plan, amounts: Amounts): Promise<void> {
  await withDeps(async (deps) => {
    if (deps.payments.mode === 'off') throw new CommandFailed('STRIPE_SECRET_KEY is not set')
    const isNew = await setPrice(deps, { plan, amounts, by: 'cli' }).catch(stripeFailed)
    const texts = Object.entries(amounts).map(([currency, amount]) => priceText(amount, currency))
    print(`New members pay ${texts.join(', ')} for ${plan}${isNew ? '' : ' already'}.`)
  })
}

const priceText = (amount: number | undefined, currency: string) =>
  amount === undefined ? [] : [formatAmount(amount, currency, 'en')]

async function reconcile(): Promise<void> {
  await withDeps(async (deps) => {
    if (deps.payments.mode === 'off') throw new CommandFailed('STRIPE_SECRET_KEY is not set')
    const found = await interruptible((signal) => reconcileAll(deps, signal).catch(stripeFailed))
    const { listed, repaired, failed } = found
    const detail = { listed, repaired, failed }
    await audit(deps.db, { actor: 'cli', action: 'billing.reconcile', userId: null, detail, at: deps.now() })
    print(
      `${listed} subscriptions at Stripe, ${repaired} repaired here, ${failed} that could not be asked about.`,
    )
    if (failed > 0) throw new CommandFailed('not everything could be compared: the log says why')
  })
}

function stripeFailed(error: unknown): never {
  throw isStripeFailure(error) ? new CommandFailed(`Stripe: ${error.message}`) : error
}
