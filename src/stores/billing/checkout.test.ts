import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Membership } from '#domain/membership/membership.ts'

const NOW = 1_700_000_000_000
const PAGE = { session_id: 'cs_test_1', url: 'https://checkout.stripe.com/c/pay/cs_test_1' }

const OFFER = { currency: 'usd', amounts: { pro_monthly: 2900, pro_yearly: 26_400 }, taxed: false }
const YEN = { currency: 'jpy', amounts: { pro_monthly: 3980, pro_yearly: 39_800 }, taxed: false }
const MONTHLY = { plan: 'pro_monthly', offer: OFFER, amount: 2900, trialDays: 0 } as const
const YEARLY = { plan: 'pro_yearly', offer: OFFER, amount: 26_400, trialDays: 0 } as const

type Answer = (url: string, init: { signal: AbortSignal }) => Response | Promise<Response>

/** One for all tests, since the package of the stores keeps the first that it sees. */
const storage: Record<string, unknown> = Object.create({
  getItem(key: string) {
    return (this as Record<string, unknown>)[key] ?? null
  },
  setItem(key: string, value: string) {
    Object.assign(this, { [key]: value })
  },
})

const unexpected = () => expect.unreachable()

let asked: string[]
let answer: Answer
const left: string[] = []
const leave = (url: string) => void left.push(url)

const refusal = (status: number, code: string) =>
  Response.json({ status: code, message: code, request_id: 'x' }, { status })

/** The stores of a signed-in tab. */
async function aTab(membership: Membership = 'free') {
  vi.resetModules()
  const [auth, checkout, going, dialog] = await Promise.all([
    import('#stores/auth/auth.ts'),
    import('./checkout.ts'),
    import('./go-to-checkout.ts'),
    import('#stores/auth/dialog.ts'),
  ])
  auth.$auth.set({
    id: 7,
    name: 'Yuki',
    membership,
    email: 'yuki@example.com',
    token: 'a0',
    refresh_token: 'r0',
    expires_in: 900,
    expiry_time: Date.now() + 900_000,
  })
  return { ...auth, ...checkout, ...going, ...dialog }
}

const userAs = (membership: Membership) =>
  Response.json({ id: 7, name: 'Yuki', membership, email: 'yuki@example.com' })

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  asked = []
  left.length = 0
  answer = () => Response.json(PAGE)
  for (const key of Object.keys(storage)) delete storage[key]
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('document', { referrer: '' })
  vi.stubGlobal('location', { origin: 'https://nagare.example', pathname: '/pricing' })
  vi.stubGlobal('fetch', async (url: string, init: { signal: AbortSignal }) => {
    asked.push(url)
    return answer(url, init)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a checkout is opened for the plan, and the browser goes to Stripe', async () => {
  const { goToCheckout, $openingCheckout } = await aTab()
  await goToCheckout(YEARLY, leave)
  expect(asked).toEqual([
    '/api/payment/stripe-session?price=pro_yearly&currency=usd&amount=26400&trial=0&locale=en',
  ])
  expect(left).toEqual([PAGE.url])
  // The button stays busy until the browser leaves.
  expect($openingCheckout.get()).toBeDefined()
})

test('a second click while the first is under way does nothing', async () => {
  const { goToCheckout } = await aTab()
  await Promise.all([goToCheckout(YEARLY, leave), goToCheckout(YEARLY, leave)])
  expect(asked).toHaveLength(1)
  expect(left).toHaveLength(1)
})

test('a refusal is passed on, and a retry works', async () => {
  const { goToCheckout, $openingCheckout } = await aTab()
  answer = () => refusal(503, 'PAYMENT_FAILED')
  await expect(goToCheckout(MONTHLY, leave)).rejects.toMatchObject({ status: 503 })
  expect($openingCheckout.get()).toBeUndefined()
  answer = () => Response.json(PAGE)
  await goToCheckout(MONTHLY, leave)
  expect(left).toEqual([PAGE.url])
})

test('terms closed meanwhile do not lead to Stripe, and free the button', async () => {
  const { goToCheckout, leaveCheckout, $openingCheckout, $confirming } = await aTab()
  $confirming.set(YEARLY)
  let release = (_: Response) => {}
  answer = () =>
    new Promise((resolve) => {
      release = resolve
    })
  const going = goToCheckout(YEARLY, leave)
  const refused = expect(going).rejects.toMatchObject({ name: 'AbortError' })
  await vi.advanceTimersByTimeAsync(10)
  leaveCheckout()
  release(Response.json(PAGE))
  await refused
  expect(left).toEqual([])
  expect([$openingCheckout.get(), $confirming.get()]).toEqual([undefined, undefined])
})

test('an abandoned attempt does not free the next one’s button', async () => {
  const { goToCheckout, leaveCheckout, $openingCheckout } = await aTab()
  answer = () => new Promise(() => {})
  const first = goToCheckout(YEARLY, leave).catch(() => {})
  await vi.advanceTimersByTimeAsync(10)
  leaveCheckout()
  void goToCheckout(MONTHLY, leave).catch(() => {})
  await first
  expect($openingCheckout.get()).toBeDefined()
})

test('a free member sees the terms; signed-out visitors sign in first', async () => {
  const { askToUpgrade, $confirming, $auth, $signInRequest } = await aTab()
  $auth.set(undefined)
  answer = () => Response.json({ offers: [OFFER, YEN] })
  const onAlreadyPro = vi.fn()
  askToUpgrade('pro_monthly', { onAlreadyPro, onFailed: unexpected })
  expect($signInRequest.get()?.view).toBe('register')
  expect($confirming.get()).toBeUndefined()
  await $signInRequest.get()?.then?.()
  expect($confirming.get()).toEqual(MONTHLY)
  expect(onAlreadyPro).not.toHaveBeenCalled()
})

test('the terms are in the chosen currency, else in the page’s; a plan not sold has none', async () => {
  storage.currency = 'usd'
  vi.stubGlobal('location', { origin: 'https://nagare.example', pathname: '/ja/pricing' })
  answer = () => Response.json({ offers: [OFFER, YEN] })
  const chosen = await aTab()
  const onFailed = vi.fn()
  const ask = ({ askToUpgrade }: typeof chosen) =>
    askToUpgrade('pro_yearly', { onAlreadyPro: unexpected, onFailed })
  ask(chosen)
  await vi.waitFor(() => expect(chosen.$confirming.get()).toEqual(YEARLY))
  delete storage.currency
  const japanese = await aTab()
  ask(japanese)
  await vi.waitFor(() =>
    expect(japanese.$confirming.get()).toEqual({ ...YEARLY, offer: YEN, amount: 39_800 }),
  )
  answer = () => Response.json({ offers: [] })
  ask(japanese)
  await vi.waitFor(() => expect(onFailed).toHaveBeenCalledOnce())
})

test.each(['pro', 'early_adopter'] as const)('%s is told of being a member', async (membership) => {
  const { askToUpgrade, $confirming } = await aTab(membership)
  answer = () => userAs(membership)
  const onAlreadyPro = vi.fn()
  askToUpgrade('pro_yearly', { onAlreadyPro, onFailed: unexpected })
  await vi.waitFor(() => expect(onAlreadyPro).toHaveBeenCalledOnce())
  expect($confirming.get()).toBeUndefined()
})

test('a membership ended elsewhere is noticed, and the terms show', async () => {
  const { askToUpgrade, $confirming, $auth } = await aTab('pro')
  answer = (url) => (url.includes('/prices') ? Response.json({ offers: [OFFER] }) : userAs('free'))
  askToUpgrade('pro_yearly', { onAlreadyPro: unexpected, onFailed: unexpected })
  await vi.waitFor(() => expect($confirming.get()).toEqual(YEARLY))
  expect($auth.get()?.membership).toBe('free')
})

test('while the server is unreachable, the stored membership counts', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { askToUpgrade } = await aTab('pro')
  answer = () => refusal(503, 'UNAVAILABLE')
  const onAlreadyPro = vi.fn()
  askToUpgrade('pro_yearly', { onAlreadyPro, onFailed: unexpected })
  await vi.waitFor(() => expect(onAlreadyPro).toHaveBeenCalledOnce())
})
