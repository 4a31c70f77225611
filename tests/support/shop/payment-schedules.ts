import fc from 'fast-check'

export const PLANS = ['pro_monthly', 'pro_yearly'] as const

/** The next event; numbers choose among the candidates. */
export type Deed =
  | { kind: 'checkout'; plan: 0 | 1 }
  | { kind: 'twoTabs' }
  | { kind: 'pay'; which: number; card: 'pays' | 'declines' | 'declinesRenewals' }
  | { kind: 'comeBack'; which: number }
  | { kind: 'cancel' | 'resume' | 'cancelAtStripe' | 'newCard' | 'handle' | 'compare' | 'leave' }
  | { kind: 'deliver'; which: number; times: 1 | 2 }
  | { kind: 'drop'; which: number }
  | { kind: 'wait'; days: number }
  | { kind: 'fault'; fault: 'reset' | 'lost' | 500 | 429; times: number }

/** `dies`: the process is killed at that query or call. */
export type Step = Deed & { dies?: number }

const which = fc.nat(30)
const DEED: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('checkout'), plan: fc.constantFrom(0, 1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('twoTabs') }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pay'),
      which,
      card: fc.constantFrom('pays', 'pays', 'pays', 'declines', 'declinesRenewals'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('comeBack'), which }) },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constantFrom('cancel', 'resume', 'cancelAtStripe', 'newCard', 'handle', 'handle', 'compare'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave') }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('deliver'), which, times: fc.constantFrom(1, 2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop'), which }) },
  {
    weight: 5,
    // A month, and days around its end when a card is retried and access ends.
    arbitrary: fc.record({ kind: fc.constant('wait'), days: fc.constantFrom(0, 1, 7, 9, 20, 30, 32, 39) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fault'),
      fault: fc.constantFrom('reset', 'lost', 500, 429),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
) as fc.Arbitrary<Deed>

const STEP: fc.Arbitrary<Step> = fc
  .tuple(DEED, fc.option(fc.nat(40), { freq: 3 }))
  .map(([deed, dies]) => (dies === null ? deed : { ...deed, dies }))

/** Begins with a payment: nothing happens without one. */
const BEGINNING: fc.Arbitrary<Deed[]> = fc
  .tuple(
    fc.constantFrom<Deed>({ kind: 'twoTabs' }, { kind: 'checkout', plan: 0 }, { kind: 'checkout', plan: 1 }),
    fc.nat(1),
    fc.constantFrom<'pays' | 'declinesRenewals'>('pays', 'pays', 'declinesRenewals'),
  )
  .map(([open, which, card]) => [open, { kind: 'pay', which, card }])

export const SCHEDULE: fc.Arbitrary<Step[]> = fc
  .tuple(BEGINNING, fc.array(STEP, { minLength: 2, maxLength: 9, size: 'max' }))
  .map(([beginning, steps]) => [...beginning, ...steps])
