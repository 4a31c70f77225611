import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import {
  forVisitor,
  isAnswered,
  isInFlight,
  isMissing,
  isRefused,
  isStripeFailure,
  visitorBreaker,
} from './stripe-failure.ts'

const failure = (more: object) => Object.assign(new Error('no'), { type: 'StripeError', ...more })
const fails = (error: unknown) => () => Promise.reject(error)

test('Stripe’s failures are told apart, and from other errors', () => {
  const missing = failure({ code: 'resource_missing', param: 'customer', statusCode: 404 })
  expect([isMissing(missing), isMissing(missing, 'customer'), isMissing(missing, 'price')]).toEqual([
    true,
    true,
    false,
  ])
  expect(isMissing(failure({ code: 'card_declined' }))).toBe(false)
  const other = Object.assign(new Error('no'), { type: 'OtherError', statusCode: 400 })
  const plain = { type: 'StripeError', statusCode: 400, code: 'resource_missing' }
  for (const error of [other, plain, new Error('no'), undefined]) {
    expect(isStripeFailure(error)).toBe(false)
    expect([isMissing(error), isAnswered(error), isInFlight(error), isRefused(error)]).not.toContain(true)
  }
  const kinds = [failure({}), failure({ statusCode: 400 }), failure({ statusCode: 409 })]
  expect(kinds.map(isAnswered)).toEqual([false, true, true])
  expect(kinds.map(isInFlight)).toEqual([false, false, true])
  expect(kinds.map(isRefused)).toEqual([false, true, false])
})

test('a visitor gets paymentFailed if Stripe refuses or is late, and our own errors unchanged', async () => {
  const breaker = visitorBreaker()
  expect(await forVisitor(breaker, async () => 7)).toBe(7)
  await expect(forVisitor(breaker, fails(failure({ statusCode: 402 })))).rejects.toMatchObject({
    code: 'paymentFailed',
    cause: { type: 'StripeError' },
  })
  const never = () => new Promise(() => {})
  await expect(forVisitor(breaker, never, 5)).rejects.toMatchObject({ code: 'paymentFailed' })
  const own = new AppError('planNotChangeable')
  await expect(forVisitor(breaker, fails(own))).rejects.toBe(own)
  const bug = new TypeError('of ours')
  await expect(forVisitor(breaker, fails(bug))).rejects.toBe(bug)
})

test.each([
  ['is away', failure({}), false],
  ['has trouble', failure({ statusCode: 500 }), false],
  ['refuses', failure({ statusCode: 499 }), true],
])('where Stripe %s five times in a row, it is asked again: %o %s', async (_, error, isAsked) => {
  const breaker = visitorBreaker()
  for (let times = 0; times < 5; times++)
    await expect(forVisitor(breaker, fails(error))).rejects.toMatchObject({ code: 'paymentFailed' })
  let asked = false
  const work = async () => {
    asked = true
  }
  const answer = forVisitor(breaker, work)
  if (isAsked) await answer
  else await expect(answer).rejects.toMatchObject({ code: 'paymentFailed' })
  expect(asked).toBe(isAsked)
})
