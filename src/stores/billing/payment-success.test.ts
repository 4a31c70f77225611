import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $auth } from '#stores/auth/auth.ts'
import { confirmPayment, takeSession } from './payment-success.ts'

let answers: Record<string, () => Response>
let asked: string[]

const refusal = (status: number, code: string) =>
  Response.json({ status: code, message: code, request_id: 'x' }, { status })
const userAs = (membership: string) => () =>
  Response.json({ id: 7, name: 'Yuki', membership, email: 'yuki@example.com' })

beforeEach(() => {
  asked = []
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', {})
  $auth.set({
    id: 7,
    name: 'Yuki',
    membership: 'free',
    email: 'yuki@example.com',
    token: 'a0',
    refresh_token: 'r0',
    expires_in: 900,
    expiry_time: Date.now() + 900_000,
  })
  answers = { '/api/payment/sync': () => Response.json({}), '/api/user': userAs('pro') }
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return answers[url]!()
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the server syncs with Stripe, then the profile is fetched and stored', async () => {
  expect(await confirmPayment('cs_test_1')).toBe('member')
  expect(asked).toEqual(['/api/payment/sync', '/api/user'])
  expect($auth.get()?.membership).toBe('pro')
})

test('without a checkout only the profile is fetched', async () => {
  expect(await confirmPayment(undefined)).toBe('member')
  expect(asked).toEqual(['/api/user'])
})

test('a free member’s payment is pending, or missing', async () => {
  answers['/api/user'] = userAs('free')
  expect(await confirmPayment('cs_test_1')).toBe('pending')
  expect(await confirmPayment(undefined)).toBe('none')
})

test('signed out no request is sent', async () => {
  $auth.set(undefined)
  expect(await confirmPayment('cs_test_1')).toBe('signedOut')
  expect(asked).toEqual([])
})

test('a member by another event is one even if Stripe is down', async () => {
  answers['/api/payment/sync'] = () => refusal(503, 'PAYMENT_FAILED')
  expect(await confirmPayment('cs_test_1')).toBe('member')
})

test('if neither is known, the error is that of the sync', async () => {
  answers['/api/payment/sync'] = () => refusal(503, 'PAYMENT_FAILED')
  answers['/api/user'] = userAs('free')
  await expect(confirmPayment('cs_test_1')).rejects.toMatchObject({ answer: { status: 'PAYMENT_FAILED' } })
})

test('a failed profile request is passed on', async () => {
  answers['/api/user'] = () => refusal(503, 'UNAVAILABLE')
  await expect(confirmPayment('cs_test_1')).rejects.toMatchObject({ answer: { status: 'UNAVAILABLE' } })
})

test('only the checkout’s id is removed from the URL', () => {
  const replaced = vi.fn()
  vi.stubGlobal('history', { state: { y: 1 }, replaceState: replaced })
  vi.stubGlobal('location', { href: 'https://nagare.example/paysuccess?a=1&session_id=cs_test_1#x' })
  expect(takeSession()).toBe('cs_test_1')
  expect(String(replaced.mock.calls[0]?.[2])).toBe('https://nagare.example/paysuccess?a=1#x')
  vi.stubGlobal('location', { href: 'https://nagare.example/paysuccess' })
  expect(takeSession()).toBeUndefined()
  expect(replaced).toHaveBeenCalledOnce()
})
