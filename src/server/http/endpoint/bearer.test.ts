import type { APIContext } from 'astro'
import { afterAll, expect, test } from 'vitest'
import { sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { aMember } from '../../../../tests/support/shop/members.ts'
import { memberOf, requireAdmin, requireMember, requirePaid, requireRecentProof } from './bearer.ts'

const databases = sqliteDatabases()
afterAll(() => databases.close())

const deps = { db: await databases.open(), now: () => new Date() }

function asking(headers: Record<string, string> = {}): APIContext {
  const request = new Request('http://nagare.example/api', { headers })
  return { request, locals: { deps } } as unknown as APIContext
}

test('without a token there is no member, and member endpoints require a sign-in', async () => {
  expect(await memberOf(asking())).toBeUndefined()
  for (const need of [requireMember, requirePaid, requireAdmin])
    await expect(need(asking())).rejects.toMatchObject({ code: 'signInRequired' })
})

test('an invalid token is refused even on public endpoints', async () => {
  for (const authorization of ['', 'Bearer', 'Bearer ', 'Bearer x', 'Basic YTpi', 'x', 'Bearer a b'])
    await expect(memberOf(asking({ authorization }))).rejects.toMatchObject({ code: 'tokenInvalid' })
})

test('the scheme is read in any case', async () => {
  const { id, access_token } = await aMember(deps)
  expect(await memberOf(asking({ authorization: `bearer   ${access_token}` }))).toMatchObject({ id })
})

test('a free member, a paid one and the admin get their own access', async () => {
  const free = asking((await aMember(deps)).headers)
  const paid = asking((await aMember(deps, { membership: 'early_adopter' })).headers)
  const admin = asking((await aMember(deps, { admin: true })).headers)
  for (const one of [free, paid, admin]) expect(await requireMember(one)).toBeDefined()
  await expect(requirePaid(free)).rejects.toMatchObject({ code: 'upgradeRequired' })
  for (const one of [paid, admin]) expect(await requirePaid(one)).toBeDefined()
  for (const one of [free, paid]) await expect(requireAdmin(one)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await requireAdmin(admin)).toMatchObject({ id: 1, membership: 'free' })
})

test('a sensitive action needs the password again after ten minutes', async () => {
  const { id, access_token } = await aMember(deps)
  const context = asking({ authorization: `Bearer ${access_token}` })
  expect(await requireRecentProof(context, { minutes: 10 })).toMatchObject({ id })
  const later = new Date(Date.now() + 10 * 60_000)
  context.locals.deps = { ...context.locals.deps, now: () => later }
  await expect(requireRecentProof(context)).rejects.toMatchObject({ code: 'proofRequired' })
  expect(await requireRecentProof(context, { minutes: 11 })).toMatchObject({ id })
  expect(await requireMember(context)).toMatchObject({ id })
})
