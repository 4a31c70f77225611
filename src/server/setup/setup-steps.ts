import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_SHOP } from '#contract/shop/default-shop.ts'
import { type OpenSteps, SETUP_STEPS, type SetupStep } from '#contract/shop/setup.ts'
import { hasAdminFactor } from '#server/accounts/factors/required-factors.ts'
import { listOffers } from '#server/billing/prices/offers.ts'
import type { Deps } from '#server/deps.ts'
import { publishedShop } from '#server/shop/live-shop.ts'

type StepDeps = Pick<Deps, 'db' | 'site' | 'payments' | 'log'>

/** Whether a step is done. The mail is once a test mail was sent (test-mail.ts). */
const DONE: Record<SetupStep, (deps: StepDeps) => Promise<boolean> | boolean> = {
  async look(deps) {
    // This process may be a second late.
    const { identity, look } = (await publishedShop(deps)) ?? deps.site.shop
    return identity.logo !== '' || !isDeepStrictEqual(look, DEFAULT_SHOP.look)
  },
  factor: ({ db }) => hasAdminFactor(db),
  mail: () => false,
  stripe: async (deps) => deps.payments.mode !== 'off' && (await listOffers(deps)).length > 0,
  files: async ({ db }) =>
    (await db.selectFrom('library').select('id').limit(1).executeTakeFirst()) !== undefined,
}

/** What a new shop was not yet given. */
export async function openSteps(deps: StepDeps): Promise<OpenSteps> {
  const rows = await deps.db.selectFrom('setup_steps').select('step').execute()
  const wanted = SETUP_STEPS.filter((step) => rows.some((row) => row.step === step))
  const done = await Promise.all(wanted.map((step) => DONE[step](deps)))
  return { steps: wanted.filter((_, at) => !done[at]) }
}

export async function dropStep({ db }: Pick<Deps, 'db'>, step: SetupStep): Promise<void> {
  await db.deleteFrom('setup_steps').where('step', '=', step).execute()
}
