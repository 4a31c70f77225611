import { expect, test } from 'vitest'
import { LONGEST_PATH } from './people/activity.ts'
import { PASSKEY_NAME_MAX } from './people/passkey-name.ts'
import { RETENTION_DAYS } from './privacy/retention.ts'
import { MAX_DESCRIPTION, MAX_SET_CLIPS, PROMOTION_DAYS } from './sets/set-limits.ts'
import { KEYWORDS } from './studio/clip/keywords.ts'
import { KEPT_DAYS, PERIODS } from './studio/demand/periods.ts'

test('personal data is kept for the days in docs/security.md', () => {
  expect(RETENTION_DAYS).toEqual({
    ...{ idleSessions: 14, sessions: 60, knownDevices: 180, mails: 30, resultClicks: 180, clicks: 400 },
    ...{
      searchVisits: 7,
      searches: 400,
      uploads: 90,
      bulkChanges: 30,
      endedKeys: 90,
      hookDeliveries: 7,
      testerLabels: 90,
      stripeEvents: 40,
    },
    ...{ failedCheckouts: 90, payments: 3653 },
  })
})

test('figures are kept for the longest period', () => {
  expect(KEPT_DAYS).toBe(Math.max(...PERIODS))
})

test('limits of text lengths match the descriptions of the API', () => {
  expect([MAX_SET_CLIPS, MAX_DESCRIPTION, PROMOTION_DAYS]).toEqual([
    200,
    500,
    { min: 1, max: 90, default: 7 },
  ])
  expect([KEYWORDS, PASSKEY_NAME_MAX, LONGEST_PATH]).toEqual([{ most: 100, longest: 80 }, 60, 500])
})
