import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember } from '#server/accounts/create-test-member.ts'
import { isPassword } from '#server/accounts/password.ts'
import { demoMediaKey, demoSignIns } from '../../src/cli/demo-secrets.ts'
import { aLibrary } from '../support/footage.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nagare-demo-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('secrets of the demo are made once and kept for their owner alone', async () => {
  const first = [await demoMediaKey(folder), await demoSignIns(folder)]
  expect([await demoMediaKey(folder), await demoSignIns(folder)]).toEqual(first)
  expect(first[0]).toMatch(/^[\w-]{43}$/)
  const { stat } = await import('node:fs/promises')
  for (const name of ['demo-media-key', 'demo-sign-in.json'])
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
  expect(JSON.parse(await readFile(join(folder, 'demo-sign-in.json'), 'utf8'))).toEqual(first[1])
})

test('the test member has pro rights, a number above the admin and one account however often', async () => {
  const { deps, close } = await aLibrary()
  const { member } = await demoSignIns(folder)
  await createTestMember(deps, member)
  await createTestMember(deps, member)
  const users = await deps.db.selectFrom('users').selectAll().execute()
  expect(users).toMatchObject([{ email: member.email, granted_membership: 'pro' }])
  expect(users[0]?.id).toBeGreaterThan(1)
  expect(await isPassword(member.password, users[0]?.password_hash ?? '')).toBe(true)
  await close()
})
