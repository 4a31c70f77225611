import type { Command } from 'commander'
import { audit } from '#server/audit.ts'
import { isStripeFailure } from '#server/billing/stripe-failure.ts'
import { reconcileAll } from '#server/billing/sync/reconcile-all.ts'
import { CommandFailed, interruptible, withDeps } from './command.ts'
import { print } from './output.ts'

export function addBilling(program: Command): void {
  const billing = program.command('billing').description('what Stripe knows of members')
  billing
    .command('reconcile')
    .description('compare every subscription with Stripe and repair what differs; the server does it daily')
    .action(reconcile)
}

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
