import { expect, test } from 'vitest'
import type { SetupInput } from '#contract/shop/setup.ts'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { areFactorsRequired } from '#server/accounts/factors/required-factors.ts'
import { publishedShop } from '#server/shop/live-shop.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { mailbox } from '../../../tests/support/mail/mails.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { aMember } from '../../../tests/support/shop/members.ts'
import { smtpMailer } from '../mail/smtp-mailer.ts'
import { publishChange } from '../shop/versions.ts'
import { setUpShop } from './set-up-shop.ts'
import { dropSetupCodes, newSetupCode } from './setup-code.ts'
import { openSetupGate } from './setup-gate.ts'
import { dropStep, openSteps } from './setup-steps.ts'
import { sendTestMail } from './test-mail.ts'

const WANTED: Omit<SetupInput, 'code'> = {
  ...({ shop: 'Kawa 川', shown: 'ja', locale: 'ja' } as const),
  ...{ name: 'Aoi', email: 'aoi@example.com', password: 'nagareru-mizu' },
}
const problem = (code: string) => expect.objectContaining({ code })

describeEachDatabase('a new shop', (open) => {
  test('gets its name, languages and first admin by the code, which is used up', async () => {
    const { deps } = accountsOn(await open())
    const gate = await openSetupGate(deps)
    expect([gate?.shuts, await gate?.isOpen()]).toEqual([true, true])
    const code = await newSetupCode(deps)
    // As somebody types it.
    const answer = await setUpShop(
      deps,
      { ...WANTED, code: ` ${code.toUpperCase().replaceAll('-', ' ')}` },
      'x',
    )
    expect(answer.user).toEqual({
      id: 1,
      name: 'Aoi',
      membership: 'free',
      email: WANTED.email,
      role: 'admin',
    })
    const shop = await publishedShop(deps)
    expect([shop?.identity.name, shop?.languages.shown, shop?.identity.tagline.en]).toEqual([
      'Kawa 川',
      'ja',
      deps.site.shop.identity.tagline.en,
    ])
    await expect(setUpShop(deps, { ...WANTED, code }, 'x')).rejects.toEqual(problem('setupDone'))
    expect(await openSetupGate(deps)).toBeUndefined()
    const acts = await deps.db.selectFrom('audit_records').select(['actor', 'action']).orderBy('id').execute()
    expect(acts.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
      'user:1 admin.create',
      'user:1 factor.require',
      'user:1 shop.publish',
    ])
  })

  test('takes five wrong codes, of however many at once, and then not even the right one', async () => {
    const { deps } = accountsOn(await open())
    const code = await newSetupCode(deps)
    const guesses = Array.from({ length: 40 }, (_, n) =>
      setUpShop(deps, { ...WANTED, code: `guess-${n}` }, 'x').catch((error) => error),
    )
    const codes = (await Promise.all(guesses)).map((error) => error.code)
    expect(codes.filter((each) => each === 'setupCodeWrong')).toHaveLength(5)
    expect(codes.filter((each) => each === 'setupCodeOver')).toHaveLength(35)
    await expect(setUpShop(deps, { ...WANTED, code }, 'x')).rejects.toEqual(problem('setupCodeOver'))
    const renewed = await newSetupCode(deps)
    await expect(setUpShop(deps, { ...WANTED, code }, 'x')).rejects.toMatchObject({
      code: 'setupCodeWrong',
      fields: { tries_left: 4 },
    })
    await setUpShop(deps, { ...WANTED, code: renewed }, 'x')
  })

  test('opens by no code after an hour', async () => {
    const { deps, pass } = accountsOn(await open())
    const code = await newSetupCode(deps)
    pass(HOUR_MS)
    await expect(setUpShop(deps, { ...WANTED, code }, 'x')).rejects.toEqual(problem('setupCodeOver'))
    expect(await deps.db.selectFrom('users').select('id').execute()).toEqual([])
    await newSetupCode(deps)
    expect(await deps.db.selectFrom('setup_codes').select('tries_left').execute()).toEqual([
      { tries_left: 5 },
    ])
  })

  test('opens by the code of each process of a fleet, with tries that all share, but not by dropped ones', async () => {
    const { deps } = accountsOn(await open())
    const dropped = await newSetupCode(deps)
    await dropSetupCodes(deps.db)
    const codes = [await newSetupCode(deps), await newSetupCode(deps)]
    for (const code of ['guess', dropped])
      await expect(setUpShop(deps, { ...WANTED, code }, 'x')).rejects.toEqual(problem('setupCodeWrong'))
    for (const code of codes)
      await expect(setUpShop(deps, { ...WANTED, code, password: 'password' }, 'x')).rejects.toEqual(
        problem('passwordTooCommon'),
      )
    const left = deps.db.selectFrom('setup_codes').select('tries_left')
    expect(await left.execute()).toEqual([{ tries_left: 3 }, { tries_left: 3 }])
    const all = codes.map((code) => setUpShop(deps, { ...WANTED, code }, 'x').catch((error) => error.code))
    expect((await Promise.all(all)).filter((answer) => answer === 'setupDone')).toHaveLength(1)
    expect(await left.execute()).toEqual([])
  })

  test('keeps the code, its tries and nothing else after a refusal', async () => {
    const { deps } = accountsOn(await open())
    const code = await newSetupCode(deps)
    for (let n = 0; n < 7; n++)
      await expect(setUpShop(deps, { ...WANTED, code, password: 'password' }, 'x')).rejects.toEqual(
        problem('passwordTooCommon'),
      )
    expect(await deps.db.selectFrom('shop_versions').select('number').execute()).toEqual([])
    await setUpShop(deps, { ...WANTED, code }, 'x')
  })

  test('is set up by one of several at once, and the others are told', async () => {
    const { deps } = accountsOn(await open())
    const code = await newSetupCode(deps)
    const all = ['One', 'Two', 'Three'].map((shop) =>
      setUpShop(deps, { ...WANTED, shop, email: `${shop}@example.com`, code }, 'x').catch(
        (error) => error.code,
      ),
    )
    const answers = await Promise.all(all)
    expect(answers.filter((answer) => answer === 'setupDone')).toHaveLength(2)
    const [winner] = answers.filter((answer) => answer?.status === 'OK')
    expect((await publishedShop(deps))?.identity.name).toBe(winner.user.email.split('@')[0])
    expect(await deps.db.selectFrom('users').select('id').execute()).toEqual([{ id: 1 }])
    expect(await deps.db.selectFrom('shop_versions').select('number').execute()).toHaveLength(1)
  })

  test('asks for second factors once its admin has one', async () => {
    const { deps } = accountsOn(await open())
    await setUpShop(deps, { ...WANTED, code: await newSetupCode(deps) }, 'x')
    const app = { created: '2026', confirmed_at: null, sealed_secret: 'x' }
    const steps = async () => [
      await areFactorsRequired(deps.db),
      (await openSteps(deps)).steps.includes('factor'),
    ]
    await deps.db
      .insertInto('authenticator_apps')
      .values({ user_id: 1, ...app })
      .execute()
    expect(await steps()).toEqual([false, true])
    await deps.db.updateTable('authenticator_apps').set({ confirmed_at: '2026' }).execute()
    expect(await steps()).toEqual([true, false])
  })

  test('lists what is still to do until it is done, or not needed', async () => {
    const { deps } = accountsOn(await open())
    expect(await openSteps(deps)).toEqual({ steps: [] })
    await setUpShop(deps, { ...WANTED, code: await newSetupCode(deps) }, 'x')
    expect(await openSteps(deps)).toEqual({ steps: ['look', 'factor', 'mail', 'stripe', 'files'] })
    const { db, site } = deps
    const by = { id: 1, membership: 'free', role: 'admin' } as const
    await db.transaction().execute((trx) =>
      publishChange({ ...{ db: trx, site }, log: deps.log, now: deps.now }, by, (settings) => ({
        ...settings,
        look: { ...settings.look, accent: '#aa0000' },
      })),
    )
    await dropStep(deps, 'stripe')
    await sendTestMail({ db, site, mailer: mailbox().mailer }, 1)
    expect((await openSteps(deps)).steps).toEqual(['factor', 'files'])
  })

  test('says why a test mail is not sent, and keeps it on the list', async () => {
    const { deps } = accountsOn(await open())
    await setUpShop(deps, { ...WANTED, code: await newSetupCode(deps) }, 'x')
    const { db, site } = deps
    const smtp = { host: '127.0.0.1', port: 1, secure: false }
    const mailer = smtpMailer({ smtp, from: { address: 'no-reply@nagare.example' } })
    expect(await sendTestMail({ db, site, mailer }, 1)).toMatchObject({
      to: WANTED.email,
      problem: 'unreachable',
    })
    const kept = { ...mailbox().mailer, check: async () => 'kept' as const }
    expect(await sendTestMail({ db, site, mailer: kept }, 1)).toMatchObject({ problem: 'kept' })
    expect((await openSteps(deps)).steps).toContain('mail')
  })

  test('that has members or clips already does not wait for its admin', async () => {
    const { deps } = accountsOn(await open())
    await aMember(deps)
    const gate = await openSetupGate(deps)
    expect([gate?.shuts, await gate?.isOpen()]).toEqual([false, true])
  })
})
