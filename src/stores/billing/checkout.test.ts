import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Membership } from '#domain/membership/membership.ts'

const NOW = 1_700_000_000_000
const PAGE = { session_id: 'cs_test_1', url: 'https://checkout.stripe.com/c/pay/cs_test_1' }

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

let asked: string[]
let answer: Answer
const left: string[] = []
const leave = (url: string) => void left.push(url)

const refusal = (status: number, code: string) =>
  Response.json({ status: code, message: code, request_id: 'x' }, { status })

/** The stores of a signed-in tab. */
async function aTab(membership: Membership = 'free') {
  vi.resetModules()
  const [auth, checkout, dialog] = await Promise.all([
    import('#stores/auth/auth.ts'),
    import('./checkout.ts'),
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
  return { ...auth, ...checkout, ...dialog }
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
  await goToCheckout('pro_yearly', leave)
  expect(asked).toEqual(['/api/payment/stripe-session?price=pro_yearly&locale=en'])
  expect(left).toEqual([PAGE.url])
  // The button stays busy until the browser leaves.
  expect($openingCheckout.get()).toBe(true)
})

test('a second click while the first is under way does nothing', async () => {
  const { goToCheckout } = await aTab()
  await Promise.all([goToCheckout('pro_yearly', leave), goToCheckout('pro_yearly', leave)])
  expect(asked).toHaveLength(1)
  expect(left).toHaveLength(1)
})

test('a refusal is passed on, and a retry works', async () => {
  const { goToCheckout, $openingCheckout } = await aTab()
  answer = () => refusal(503, 'PAYMENT_FAILED')
  await expect(goToCheckout('pro_monthly', leave)).rejects.toMatchObject({ status: 503 })
  expect($openingCheckout.get()).toBe(false)
  answer = () => Response.json(PAGE)
  await goToCheckout('pro_monthly', leave)
  expect(left).toEqual([PAGE.url])
})

test('terms closed meanwhile do not lead to Stripe, and free the button', async () => {
  const { goToCheckout, leaveCheckout, $openingCheckout, $confirming } = await aTab()
  $confirming.set('pro_yearly')
  let release = (_: Response) => {}
  answer = () =>
    new Promise((resolve) => {
      release = resolve
    })
  const going = goToCheckout('pro_yearly', leave)
  const refused = expect(going).rejects.toMatchObject({ name: 'AbortError' })
  await vi.advanceTimersByTimeAsync(10)
  leaveCheckout()
  release(Response.json(PAGE))
  await refused
  expect(left).toEqual([])
  expect([$openingCheckout.get(), $confirming.get()]).toEqual([false, undefined])
})

test('an abandoned attempt does not free the next one’s button', async () => {
  const { goToCheckout, leaveCheckout, $openingCheckout } = await aTab()
  answer = () => new Promise(() => {})
  const first = goToCheckout('pro_yearly', leave).catch(() => {})
  await vi.advanceTimersByTimeAsync(10)
  leaveCheckout()
  void goToCheckout('pro_monthly', leave).catch(() => {})
  await first
  expect($openingCheckout.get()).toBe(true)
})

test('a free member sees the terms; signed-out visitors sign in first', async () => {
  const { askToUpgrade, $confirming, $auth, $signInRequest } = await aTab()
  $auth.set(undefined)
  const onAlreadyPro = vi.fn()
  askToUpgrade('pro_monthly', onAlreadyPro)
  expect($signInRequest.get()?.view).toBe('register')
  expect($confirming.get()).toBeUndefined()
  await $signInRequest.get()?.then?.()
  expect($confirming.get()).toBe('pro_monthly')
  expect(onAlreadyPro).not.toHaveBeenCalled()
})

test.each(['pro', 'early_adopter'] as const)('%s is told of being a member', async (membership) => {
  const { askToUpgrade, $confirming } = await aTab(membership)
  answer = () => userAs(membership)
  const onAlreadyPro = vi.fn()
  askToUpgrade('pro_yearly', onAlreadyPro)
  await vi.waitFor(() => expect(onAlreadyPro).toHaveBeenCalledOnce())
  expect($confirming.get()).toBeUndefined()
})

test('a membership ended elsewhere is noticed, and the terms show', async () => {
  const { askToUpgrade, $confirming, $auth } = await aTab('pro')
  answer = () => userAs('free')
  askToUpgrade('pro_yearly', () => expect.unreachable())
  await vi.waitFor(() => expect($confirming.get()).toBe('pro_yearly'))
  expect($auth.get()?.membership).toBe('free')
})

test('while the server is unreachable, the stored membership counts', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { askToUpgrade } = await aTab('pro')
  answer = () => refusal(503, 'UNAVAILABLE')
  const onAlreadyPro = vi.fn()
  askToUpgrade('pro_yearly', onAlreadyPro)
  await vi.waitFor(() => expect(onAlreadyPro).toHaveBeenCalledOnce())
})
