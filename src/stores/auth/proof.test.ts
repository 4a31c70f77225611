import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { removeApp } from '#contract/accounts/factor-calls.ts'
import { $auth } from './auth.ts'
import { $proofRequest, requestWithProof } from './proof.ts'

let answers: Response[]

const refusal = (status: string) =>
  Response.json({ status, message: 'Please confirm', request_id: '' }, { status: 403 })
const done = () => new Response(null, { status: 204 })
const askedFor = () => $proofRequest.get()?.wanted

beforeEach(() => {
  vi.stubGlobal('fetch', async () => answers.shift() ?? new Response(null, { status: 500 }))
  const person = { id: 7, name: 'Yuki', membership: 'free' as const, email: 'yuki@example.com' }
  const tokens = { token: 'a', refresh_token: 'r', expires_in: 900, expiry_time: Date.now() + 900_000 }
  $auth.set({ ...person, ...tokens })
})

afterEach(() => {
  vi.unstubAllGlobals()
  $auth.set(undefined)
})

test.each([
  ['PROOF_REQUIRED', 'any'],
  ['FULL_PROOF_REQUIRED', 'full'],
  ['FACTOR_REQUIRED', 'factor'],
] as const)('%s is asked about, and then the call is repeated', async (status, wanted) => {
  answers = [refusal(status), done()]
  const call = requestWithProof(removeApp, undefined)
  await expect.poll(askedFor).toBe(wanted)
  $proofRequest.get()?.settle(true)
  await call
  expect(answers).toEqual([])
  expect(askedFor()).toBeUndefined()
})

test('closing the dialog passes the refusal on, without a retry', async () => {
  answers = [refusal('PROOF_REQUIRED'), done()]
  const call = requestWithProof(removeApp, undefined)
  await expect.poll(askedFor).toBe('any')
  $proofRequest.get()?.settle(false)
  await expect(call).rejects.toMatchObject({ answer: { status: 'PROOF_REQUIRED' } })
  expect(answers).toHaveLength(1)
})

test('the call is repeated once, and two calls open one dialog', async () => {
  answers = [refusal('PROOF_REQUIRED'), refusal('PROOF_REQUIRED'), refusal('PROOF_REQUIRED'), done()]
  const calls = [requestWithProof(removeApp, undefined), requestWithProof(removeApp, undefined)]
  const ends = Promise.allSettled(calls)
  await expect.poll(() => answers.length).toBe(2)
  await expect.poll(askedFor).toBe('any')
  $proofRequest.get()?.settle(true)
  expect((await ends).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('any other refusal is passed on', async () => {
  answers = [refusal('FORBIDDEN')]
  await expect(requestWithProof(removeApp, undefined)).rejects.toMatchObject({ status: 403 })
  expect(askedFor()).toBeUndefined()
})
