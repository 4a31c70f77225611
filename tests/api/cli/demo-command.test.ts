import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestMember } from '#server/accounts/operator-accounts.ts'
import { isPassword } from '#server/accounts/password/password.ts'
import { parseConfig } from '#server/config/config.ts'
import { demoMediaKey, demoSignIns, demoStripeSecrets } from '../../../src/cli/demo/demo-secrets.ts'
import { demoStripeSettings } from '../../../src/cli/demo/demo-stripe.ts'
import { demoEnvironment, greeting } from '../../../src/cli/demo/run-demo.ts'
import { aLibrary } from '../../support/footage.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nagare-demo-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the demo’s secrets are made once, and only their owner can read them', async () => {
  const secrets = () =>
    Promise.all([demoMediaKey(folder), demoSignIns(folder), demoStripeSecrets(folder)] as const)
  const first = await secrets()
  expect(await secrets()).toEqual(first)
  expect(first[0]).toMatch(/^[\w-]{43}$/)
  const { stat } = await import('node:fs/promises')
  for (const name of ['demo-media-key', 'demo-sign-in.json', 'demo-stripe.json'])
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
  expect(JSON.parse(await readFile(join(folder, 'demo-sign-in.json'), 'utf8'))).toEqual(first[1])
})

test('the demo sells through a local Stripe, on the same port each time, unless a key is set', async () => {
  const settings = await demoStripeSettings(folder, {})
  expect(
    parseConfig({ SITE_URL: 'http://localhost', MEDIA_KEYS: 'k'.repeat(43), ...settings }),
  ).toMatchObject({
    payments: { mode: 'test', apiUrl: { hostname: '127.0.0.1' } },
  })
  expect(await demoStripeSettings(folder, {})).toEqual(settings)
  const port = Number(new URL(settings.STRIPE_API_URL!).port)
  const taken = createServer().listen(port, '127.0.0.1')
  await once(taken, 'listening')
  expect((await demoStripeSettings(folder, {})).STRIPE_API_URL).not.toBe(settings.STRIPE_API_URL)
  taken.close()
  expect(await demoStripeSettings(folder, { STRIPE_SECRET_KEY: 'sk_test_of_the_operator' })).toEqual({})
})

test('sign-ins of an earlier demo are kept, and one that it lacks is added', async () => {
  const path = join(folder, 'demo-sign-in.json')
  const { admin, member } = await demoSignIns(folder)
  await writeFile(path, JSON.stringify({ admin, member }))
  const added = await demoSignIns(folder)
  expect(added).toMatchObject({ admin, member, free: { email: 'free@demo.test' } })
  expect(await demoSignIns(folder)).toEqual(added)
})

test('the demo prints the sign-ins of an admin, a member and a free member, with short pages', async () => {
  vi.stubEnv('DATA_DIR', folder)
  const config = parseConfig(await demoEnvironment())
  vi.stubEnv('CLIPS_PER_PAGE', '50')
  expect(parseConfig(await demoEnvironment()).site.clipsPerPage).toBe(50)
  vi.unstubAllEnvs()
  expect(config.site.clipsPerPage).toBe(12)
  const { admin, member, free } = await demoSignIns(folder)
  const said = greeting(config, { admin, member, free }, 'key').join('\n')
  for (const { email, password } of [admin, member, free]) expect(said).toContain(`${email}  ${password}`)
})

test('the test members are a pro and a free one, with numbers above the admin’s and one account however often', async () => {
  const { deps, close } = await aLibrary()
  const { member, free } = await demoSignIns(folder)
  await createTestMember(deps, member, 'pro')
  await createTestMember(deps, member, 'pro')
  await createTestMember(deps, free, null)
  const users = await deps.db.selectFrom('users').selectAll().execute()
  expect(users).toMatchObject([
    { email: member.email, granted_membership: 'pro' },
    { email: free.email, granted_membership: null },
  ])
  expect(users[0]?.id).toBeGreaterThan(1)
  expect(await isPassword(member.password, users[0]?.password_hash ?? '')).toBe(true)
  await close()
})
