import { afterEach, beforeEach, expect, test } from 'vitest'
import { startStripeEmulator } from '../../../tools/stripe-emulator/emulator.ts'
import { aLibrary, type Library } from '../../support/footage.ts'
import { runCommandHere } from '../../support/run-cli.ts'
import { aMember } from '../../support/shop/members.ts'
import { STRIPE, shopOn } from '../../support/shop/shop.ts'

let library: Library

beforeEach(async () => {
  library = await aLibrary()
})
afterEach(() => library.close())

const nagare = (args: string[], env = {}) => runCommandHere(args, { ...library.env, ...env })

test('the operator grants a membership until a day, sees it, and revokes it; the log has both', async () => {
  const { id } = await aMember(library.deps, { name: '青井', email: 'Aoi@Example.com' })
  await aMember(library.deps)
  const until = `${new Date().getUTCFullYear() + 1}-03-31`
  const given = await nagare(['members', 'grant', 'aoi@example.com', '--membership', 'pro', '--until', until])
  expect(given).toMatchObject({ code: 0, stdout: 'Aoi@Example.com has the membership pro.\n' })
  const list = await nagare(['members', 'list', '--membership', 'pro', '--json'])
  expect(JSON.parse(list.stdout)).toMatchObject([{ id, name: '青井', membership: 'pro' }])
  expect((await nagare(['members', 'list'])).stdout).toContain('2 members.')
  const shown = JSON.parse((await nagare(['members', 'show', String(id), '--json'])).stdout)
  expect(shown.state).toMatchObject({ ground: 'granted', until: `${until}T23:59:59.999Z` })
  expect((await nagare(['members', 'show', String(id)])).stdout).toContain(`pro  by granted  ends ${until}`)
  const taken = await nagare(['members', 'grant', String(id), '--revoke'])
  expect(taken.stdout).toBe('Aoi@Example.com has the membership free.\n')
  const audits = await library.deps.db.selectFrom('audit_records').selectAll().execute()
  expect(audits).toMatchObject([
    { actor: 'cli', action: 'grant.made', user_id: id },
    { actor: 'cli', action: 'grant.revoked', user_id: id },
  ])
})

test('a name cannot write to the operator’s terminal', async () => {
  const { id } = await aMember(library.deps)
  const name = 'Aoi\u001b[2J'
  await library.deps.db.updateTable('users').set({ name }).where('id', '=', id).execute()
  for (const args of [['list'], ['show', String(id)]])
    expect((await nagare(['members', ...args])).stdout).not.toContain('\u001b')
})

test.each([
  [['members', 'grant', '2'], 2],
  [['members', 'grant', '2', '--membership', 'pro', '--revoke'], 2],
  [['members', 'grant', '2', '--membership', 'gold'], 2],
  [['members', 'grant', '2', '--membership', 'pro', '--until', '2027-02-30'], 2],
  [['members', 'grant', '2', '--membership', 'pro', '--until', '2020-01-01'], 2],
  [['members', 'grant', '99', '--membership', 'pro'], 1],
  [['members', 'show', 'nobody@example.com'], 1],
  [['billing', 'reconcile'], 1],
])('%j ends with %i and changes nothing', async (args, code) => {
  const result = await nagare(args)
  expect(result.code).toBe(code)
  expect(result.stderr).not.toContain('    at ')
  expect(await library.deps.db.selectFrom('audit_records').selectAll().execute()).toEqual([])
})

test('the operator repairs a missed webhook by hand', async () => {
  const shop = shopOn(library.deps.db, { webhooks: false })
  const { id } = await aMember(library.deps)
  await shop.buy(id)
  const stripe = await startStripeEmulator({ secretKey: STRIPE.secretKey })
  stripe.account.state = shop.emulator.account.state
  const env = {
    STRIPE_SECRET_KEY: STRIPE.secretKey,
    STRIPE_WEBHOOK_SECRETS: STRIPE.webhookSecrets.join(),
    STRIPE_API_URL: stripe.url.origin,
  }
  const done = await nagare(['billing', 'reconcile'], env)
  expect(done).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 subscriptions at Stripe, 1 repaired'),
  })
  const list = await nagare(['members', 'list', '--membership', 'pro', '--json'])
  expect(JSON.parse(list.stdout)).toMatchObject([{ id }])
  await stripe.close()
  const away = await nagare(['billing', 'reconcile'], env)
  expect(away.code).toBe(1)
  expect(away.stderr).toMatch(/^nagare: Stripe: .*connection.*\n$/)
}, 60_000)

test('the operator removes lost second factors', async () => {
  const { id, email } = await aMember(library.deps)
  const created = new Date().toISOString()
  const key = { id: 'credential', public_key: '', counter: 0, transports: '[]', name: 'Phone\u001b[2J' }
  await library.deps.db
    .insertInto('passkeys')
    .values({ ...key, user_id: id, created })
    .execute()
  const shown = (await nagare(['members', 'factors', email])).stdout
  expect(shown).toContain('0 recovery codes are left.')
  expect(shown).not.toContain('\u001b')
  const removed = await nagare(['members', 'factors', email, '--remove'])
  expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining(`${email} are removed.`) })
  expect((await nagare(['members', 'factors', String(id)])).stdout).toBe('No second factor.\n')
  expect(await nagare(['members', 'factors', 'nobody@example.com', '--remove'])).toMatchObject({ code: 1 })
})

test('the operator gives and takes the editor role, but not the admin’s rights', async () => {
  const { id } = await aMember(library.deps, { email: 'ren@example.com' })
  await aMember(library.deps, { admin: true, email: 'admin@example.com' })
  const given = await nagare(['members', 'role', 'ren@example.com', 'editor'])
  expect(given).toMatchObject({ code: 0, stdout: 'ren@example.com is an editor.\n' })
  const list = await nagare(['members', 'list', '--membership', 'editor', '--json'])
  expect(JSON.parse(list.stdout)).toMatchObject([{ id, role: 'editor' }])
  expect((await nagare(['members', 'role', String(id), 'none'])).stdout).toBe(
    'ren@example.com is no editor.\n',
  )
  expect(await nagare(['members', 'role', 'admin@example.com', 'none'])).toMatchObject({
    code: 1,
    stderr: 'nagare: the admin keeps every right\n',
  })
  expect((await nagare(['members', 'role', String(id), 'admin'])).code).toBe(2)
  const records = library.deps.db.selectFrom('audit_records').select(['actor', 'action', 'user_id'])
  expect(await records.where('action', 'like', 'role.%').execute()).toEqual([
    { actor: 'cli', action: 'role.give', user_id: id },
    { actor: 'cli', action: 'role.take', user_id: id },
  ])
})
