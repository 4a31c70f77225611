import { Kysely, PostgresDialect } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { sqliteDatabases } from '../../../tests/support/database/databases.ts'
import { openRateLimits, type QUOTAS, type RateLimit } from './rate-limits.ts'

afterEach(() => void vi.useRealTimers())

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** As in contract/call-rooms.ts and the decisions: the points, and the seconds to wait after them. */
const PROMISED: Record<keyof typeof QUOTAS, [points: number, seconds: number]> = {
  failedSignIns: [10, 15 * MINUTE],
  failedSignInsOfAccount: [1000, DAY],
  failedSignInsOfDevice: [10, 15 * MINUTE],
  passwordConfirmations: [10, 15 * MINUTE],
  failedCodes: [10, HOUR],
  failedCodesOfAccount: [300, DAY],
  failedCodesOfDevice: [10, 15 * MINUTE],
  codeConfirmations: [10, 15 * MINUTE],
  passkeyChallenges: [60, MINUTE],
  signIns: [20, MINUTE],
  registrations: [30, HOUR],
  invitedRegistrations: [200, HOUR],
  registrationTries: [300, HOUR],
  verificationMails: [3, HOUR],
  passwordMails: [3, 30 * MINUTE],
  passwordMailsAsked: [10, HOUR],
  contactMessages: [20, HOUR],
  testerKeys: [20, 15 * MINUTE],
  clipViews: [1, HOUR],
  clipPreviews: [1, HOUR],
  setViews: [1, HOUR],
  clicks: [120, MINUTE],
  resultClicks: [1, DAY],
  cspReports: [10, MINUTE],
  keyCalls: [600, MINUTE],
  exports: [5, HOUR],
  filesMade: [60, HOUR],
  newCollections: [60, HOUR],
  setChanges: [120, HOUR],
  boardChanges: [1200, HOUR],
  wrongSetNames: [30, 10 * MINUTE],
  searches: [80, 10],
  suggestions: [200, 10],
}
const names = Object.keys(PROMISED) as (keyof typeof QUOTAS)[]

/** PostgreSQL that never answers. */
const away = new Kysely<Database>({
  dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('away')) }),
})
const { open } = sqliteDatabases()

test.each(names)('%s has its promised limit', async (name) => {
  const [points, seconds] = PROMISED[name]
  const limit: RateLimit = openRateLimits(await open())[name]
  vi.useFakeTimers({ toFake: ['Date'] })
  for (let time = 0; time < points; time++) await limit.take('a')
  await expect(limit.take('a')).rejects.toMatchObject({ retryAfterSeconds: seconds })
})

test('counting what is looked at and searched needs no query', async () => {
  const limits = openRateLimits(away)
  const isLocal = async (name: keyof typeof QUOTAS) => limits[name].allows('a').catch(() => false)
  const local = await Promise.all(names.map(isLocal))
  expect(names.filter((_, index) => local[index])).toEqual([
    ...['clipViews', 'clipPreviews', 'setViews', 'resultClicks', 'cspReports', 'searches', 'suggestions'],
  ])
})
