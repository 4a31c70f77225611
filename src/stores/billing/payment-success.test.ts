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

test('Stripe is asked by the server, then the profile is read and kept', async () => {
  expect(await confirmPayment('cs_test_1')).toBe('member')
  expect(asked).toEqual(['/api/payment/sync', '/api/user'])
  expect($auth.get()?.membership).toBe('pro')
})

test('without a checkout the profile alone is read', async () => {
  expect(await confirmPayment(undefined)).toBe('member')
  expect(asked).toEqual(['/api/user'])
})

test('who is free has a payment on its way, or none', async () => {
  answers['/api/user'] = userAs('free')
  expect(await confirmPayment('cs_test_1')).toBe('pending')
  expect(await confirmPayment(undefined)).toBe('none')
})

test('nobody is asked about somebody who is not signed in', async () => {
  $auth.set(undefined)
  expect(await confirmPayment('cs_test_1')).toBe('signedOut')
  expect(asked).toEqual([])
})

test('a member by other news of the payment is one though Stripe cannot be asked', async () => {
  answers['/api/payment/sync'] = () => refusal(503, 'PAYMENT_FAILED')
  expect(await confirmPayment('cs_test_1')).toBe('member')
})

test('where neither is known, the reason is what Stripe’s question came to', async () => {
  answers['/api/payment/sync'] = () => refusal(503, 'PAYMENT_FAILED')
  answers['/api/user'] = userAs('free')
  await expect(confirmPayment('cs_test_1')).rejects.toMatchObject({ answer: { status: 'PAYMENT_FAILED' } })
})

test('a profile that cannot be read is passed on', async () => {
  answers['/api/user'] = () => refusal(503, 'UNAVAILABLE')
  await expect(confirmPayment('cs_test_1')).rejects.toMatchObject({ answer: { status: 'UNAVAILABLE' } })
})

test('the checkout’s name is taken out of the address, and nothing else', () => {
  const replaced = vi.fn()
  vi.stubGlobal('history', { state: { y: 1 }, replaceState: replaced })
  vi.stubGlobal('location', { href: 'https://nagare.example/paysuccess?a=1&session_id=cs_test_1#x' })
  expect(takeSession()).toBe('cs_test_1')
  expect(String(replaced.mock.calls[0]?.[2])).toBe('https://nagare.example/paysuccess?a=1#x')
  vi.stubGlobal('location', { href: 'https://nagare.example/paysuccess' })
  expect(takeSession()).toBeUndefined()
  expect(replaced).toHaveBeenCalledOnce()
})
