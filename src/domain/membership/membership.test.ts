import { expect, test } from 'vitest'
import {
  isLive,
  isPaid,
  mayEdit,
  mayHaveFullFilm,
  membershipFrom,
  PAST_DUE_GRACE_MS,
  type Person,
} from './membership.ts'
import { spotsLeft } from './tester-spots.ts'

const now = new Date('2026-11-21T09:00:00Z')
const [admin, free, pro, tester, editor]: Person[] = [
  { id: 1, membership: 'free', role: 'admin' },
  { id: 2, membership: 'free' },
  { id: 3, membership: 'pro' },
  { id: 4, membership: 'early_adopter' },
  { id: 5, membership: 'free', role: 'editor' },
]

test('full films are for paid members and the admin; others must sign in or upgrade', () => {
  expect([undefined, admin, free, pro, tester, editor].map(mayHaveFullFilm)).toEqual([
    'signIn',
    'yes',
    'upgrade',
    'yes',
    'yes',
    'upgrade',
  ])
  expect([undefined, admin, free, pro].map(isPaid)).toEqual([false, true, false, true])
})

test('only the admin and editors may edit', () => {
  expect([undefined, admin, free, pro, editor].map(mayEdit)).toEqual([false, true, false, false, true])
})

const subscription = (status: string, since?: Date) => ({
  status,
  past_due_since: since?.toISOString() ?? null,
})
const ago = (ms: number) => new Date(now.getTime() - ms)

test('a failed charge leaves seven days of grace, to the millisecond', () => {
  expect(PAST_DUE_GRACE_MS).toBe(604_800_000)
  expect(isLive(subscription('past_due', ago(604_800_000)), now)).toBe(true)
  expect(isLive(subscription('past_due', ago(604_800_001)), now)).toBe(false)
  expect(isLive(subscription('past_due'), now)).toBe(true)
  expect(['active', 'trialing', 'canceled'].map((status) => isLive(subscription(status), now))).toEqual([
    true,
    true,
    false,
  ])
})

test('a subscription comes before a tester’s spot, that before a grant, and a grant ends at its time', () => {
  const granted = { membership: 'pro' as const, until: undefined }
  const subscriptions = [subscription('canceled'), subscription('active')]
  const from = (grounds: object) =>
    membershipFrom({ granted: undefined, tester: false, subscriptions: [], ...grounds }, now)
  expect(from({ tester: true, granted, subscriptions })).toBe('pro')
  expect(from({ tester: true, granted })).toBe('early_adopter')
  expect(from({ granted })).toBe('pro')
  expect(from({ granted: { ...granted, until: new Date(now.getTime() + 1) } })).toBe('pro')
  expect(from({ granted: { ...granted, until: now } })).toBe('free')
  expect(from({})).toBe('free')
})

test('spots left are between 0 and all, for any count', () => {
  expect([-1, 0, 19, 20, 25].map((taken) => spotsLeft(taken))).toEqual([20, 20, 1, 0, 0])
  expect([0, 34, 40].map((taken) => spotsLeft(taken, 35))).toEqual([35, 1, 0])
})
