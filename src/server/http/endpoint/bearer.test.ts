import { afterAll, expect, test } from 'vitest'
import { openRateLimits } from '#server/limits/rate-limits.ts'
import { sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { memberOf } from './bearer.ts'

const databases = sqliteDatabases()
afterAll(() => databases.close())

const db = await databases.open()
const deps = { db, now: () => new Date(), rateLimits: openRateLimits(db) }
const wanted = { scope: 'read' } as const

test('an invalid token is refused even where nobody needs one', async () => {
  expect(await memberOf(deps, undefined, wanted)).toBeUndefined()
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    'Bearer ngr_x',
    'Basic YTpi',
    'x',
    'Bearer a b',
  ])
    await expect(memberOf(deps, authorization, wanted)).rejects.toMatchObject({ code: 'tokenInvalid' })
})

test('the scheme is read in any case', async () => {
  const { id, access_token } = await aMember(deps)
  expect(await memberOf(deps, `bearer   ${access_token}`, wanted)).toMatchObject({ id })
})
