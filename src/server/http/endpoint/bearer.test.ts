import { afterAll, expect, test } from 'vitest'
import { sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { memberOf } from './bearer.ts'

const databases = sqliteDatabases()
afterAll(() => databases.close())

const deps = { db: await databases.open(), now: () => new Date() }

test('an invalid token is refused even where nobody needs one', async () => {
  expect(await memberOf(deps, undefined)).toBeUndefined()
  for (const authorization of ['', 'Bearer', 'Bearer ', 'Bearer x', 'Basic YTpi', 'x', 'Bearer a b'])
    await expect(memberOf(deps, authorization)).rejects.toMatchObject({ code: 'tokenInvalid' })
})

test('the scheme is read in any case', async () => {
  const { id, access_token } = await aMember(deps)
  expect(await memberOf(deps, `bearer   ${access_token}`)).toMatchObject({ id })
})
