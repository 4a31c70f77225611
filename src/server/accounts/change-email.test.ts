import { expect, test } from 'vitest'
import { queueCustomerUpdate, updateCustomerJob } from '#server/billing/membership/update-customer.ts'
import type { Deps } from '#server/deps.ts'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { tokenIn } from '../../../tests/support/mail/mails.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { aMember, logIn } from '../../../tests/support/shop/members.ts'
import { type Shop, shopOn } from '../../../tests/support/shop/shop.ts'
import { sendVerificationAgain, verifyEmail } from './mail/verification.ts'
import { changePassword } from './password/change-password.ts'
import { resetPassword, sendPasswordMail } from './password/forgotten-password.ts'
import { findPerson, memberByAccessToken } from './person.ts'
import { askForNewEmail, changeName, currentUser } from './profile.ts'

const visitor = { address: '10.5.0.1', userAgent: 'phone' }
const invalid = { code: 'mailTokenInvalid' }
const confirm = (deps: Deps, token: string, sessionId?: string) =>
  verifyEmail(deps, { token, sessionId, updateCustomer: queueCustomerUpdate })
const emailOf = async ({ db, now }: Deps, id: number) => (await findPerson(db, id, now()))?.email

describePlainSql('changing the address', (open) => {
  /** A member without unread mail, and a way to ask for an address. */
  async function someone() {
    const accounts = accountsOn(await open())
    const { deps, post } = accounts
    const member = await aMember(deps)
    await post()
    const ask = (email: string, password = member.password) =>
      askForNewEmail(deps, member.id, { email, password })
    return { ...accounts, member, ask }
  }

  test('takes effect when the mailed link is opened, and the old address gets a mail', async () => {
    const { deps, post, member, ask } = await someone()
    await ask('Aoi.New@example.com')
    const [mail, ...others] = await post()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: 'Aoi.New@example.com',
      subject: 'Confirm your new e-mail address for Nagare',
    })
    expect(await emailOf(deps, member.id)).toBe(member.email)
    await confirm(deps, tokenIn(mail!))
    expect(await emailOf(deps, member.id)).toBe('Aoi.New@example.com')
    const [told, ...rest] = await post()
    expect(rest).toEqual([])
    expect(told).toMatchObject({
      to: member.email,
      subject: 'The e-mail address of your Nagare account was changed',
    })
    expect(told?.text).toContain('https://nagare.example/contact\n')
    expect(told?.text).not.toContain('Aoi.New')
    await expect(logIn(deps, member, visitor)).rejects.toMatchObject({ code: 'signInFailed' })
    await logIn(deps, { ...member, email: 'aoi.new@example.com' }, visitor)
    await expect(confirm(deps, tokenIn(mail!))).rejects.toMatchObject(invalid)
    expect(await post()).toEqual([])
  })

  test('ends the other sessions, and the confirming one only if it is somebody else’s', async () => {
    const { deps, post, member, ask } = await someone()
    const phone = await logIn(deps, member, visitor)
    const { sessionId } = (await memberByAccessToken(deps, phone.access_token))!
    await ask('new@example.com')
    const [mail] = await post()
    await confirm(deps, tokenIn(mail!), sessionId)
    expect(await memberByAccessToken(deps, member.access_token)).toBeUndefined()
    expect(await memberByAccessToken(deps, phone.access_token)).toMatchObject({ email: 'new@example.com' })
    const other = await aMember(deps)
    const { sessionId: others } = (await memberByAccessToken(deps, other.access_token))!
    await ask('newer@example.com')
    const mails = await post()
    await confirm(deps, tokenIn(mails.find(({ to }) => to === 'newer@example.com')!), others)
    expect(await memberByAccessToken(deps, phone.access_token)).toBeUndefined()
    expect(await memberByAccessToken(deps, other.access_token)).toBeDefined()
  })

  test('needs the password, and a free address', async () => {
    const { deps, post, member, ask } = await someone()
    const other = await aMember(deps)
    await post()
    await expect(ask('new@example.com', 'wrong-password')).rejects.toMatchObject({ code: 'passwordWrong' })
    await expect(ask(other.email.toUpperCase())).rejects.toMatchObject({ code: 'emailTaken' })
    expect(await post()).toEqual([])
    await ask('late@example.com')
    const [mail] = await post()
    await aMember(deps, { email: 'LATE@example.com' })
    await expect(confirm(deps, tokenIn(mail!))).rejects.toMatchObject({ code: 'emailTaken' })
    expect(await emailOf(deps, member.id)).toBe(member.email)
    expect(await memberByAccessToken(deps, member.access_token)).toBeDefined()
  })

  test('reveals only a few times an hour that an address is taken', async () => {
    const { deps, ask } = await someone()
    const other = await aMember(deps)
    for (let n = 0; n < 3; n++) await expect(ask(other.email)).rejects.toMatchObject({ code: 'emailTaken' })
    await expect(ask(other.email)).rejects.toMatchObject({ code: 'tooManyRequests' })
  })

  test('a repeated request replaces the new address; the present one drops it', async () => {
    const { deps, post, member, ask } = await someone()
    await ask('first@example.com')
    await ask('second@example.com')
    expect((await post()).map(({ to }) => to)).toEqual(['second@example.com'])
    await sendVerificationAgain(deps, member)
    const [mail] = await post()
    expect(mail?.to).toBe('second@example.com')
    const pending = async () => {
      const signedIn = (await memberByAccessToken(deps, member.access_token))!
      return (await currentUser(deps, signedIn)).new_email
    }
    expect(await pending()).toBe('second@example.com')
    await expect(ask('third@example.com')).rejects.toMatchObject({ code: 'tooManyRequests' })
    await deps.db.updateTable('users').set({ new_email: 'other@example.com' }).execute()
    await expect(confirm(deps, tokenIn(mail!))).rejects.toMatchObject(invalid)
    await deps.db.updateTable('users').set({ new_email: 'second@example.com' }).execute()
    await deps.rateLimits.verificationMails.forget(String(member.id))
    await ask(member.email)
    expect(await pending()).toBeNull()
    expect(await post()).toEqual([])
    await expect(confirm(deps, tokenIn(mail!))).rejects.toMatchObject(invalid)
  })

  test.each(['changed', 'reset'] as const)('is dropped when the password is %s, sent or not', async (how) => {
    const { deps, post, member, ask } = await someone()
    await ask('thief@example.com')
    const [mail] = await post()
    await ask('thief2@example.com')
    if (how === 'changed') {
      const words = { current_password: member.password, new_password: 'atarashii-mizu' }
      await changePassword(deps, { userId: member.id, userAgent: '' }, words)
    } else {
      await sendPasswordMail(deps, member, visitor)
      const reset = (await post()).find(({ to }) => to === member.email)!
      await resetPassword(deps, { token: tokenIn(reset), password: 'atarashii-mizu' })
    }
    for (const { to } of await post()) expect(to).toBe(member.email)
    await expect(confirm(deps, tokenIn(mail!))).rejects.toMatchObject(invalid)
    expect(await emailOf(deps, member.id)).toBe(member.email)
  })
})

describePlainSql('Stripe’s customer', (open) => {
  async function aBuyer() {
    const shop = shopOn(await open())
    const member = await aMember(shop.deps)
    await shop.checkout(member.id)
    await shop.post()
    const { id } = await shop.deps.db.selectFrom('stripe_customers').select('id').executeTakeFirstOrThrow()
    return { shop, member, customer: id }
  }

  /** Runs queued jobs for Stripe until none is left. */
  async function updateStripe({ deps }: Shop) {
    const left = () =>
      deps.db.selectFrom('jobs').select('id').where('kind', '=', updateCustomerJob.kind).execute()
    const jobs = runJobs(deps, [updateCustomerJob], { pollMs: 5 })
    await expect.poll(left).toEqual([])
    await jobs.stop()
  }

  test('gets the new name and address', async () => {
    const { shop, member, customer } = await aBuyer()
    const { deps, post } = shop
    await changeName(deps, { userId: member.id, name: '青井 葵' }, queueCustomerUpdate)
    await askForNewEmail(deps, member.id, { email: 'new@example.com', password: member.password })
    await updateStripe(shop)
    expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({ name: '青井 葵' })
    const [mail] = await post()
    await confirm(deps, tokenIn(mail!))
    await updateStripe(shop)
    expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({
      name: '青井 葵',
      email: 'new@example.com',
    })
  })

  test('keeps the name that a company gave for its invoices', async () => {
    const { shop, member, customer } = await aBuyer()
    const { deps, emulator } = shop
    emulator.control.pay(await shop.checkout(member.id), { business_name: '株式会社流れ', tax_id: 'T1' })
    await changeName(deps, { userId: member.id, name: 'Mei' }, queueCustomerUpdate)
    await updateStripe(shop)
    expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({ name: '株式会社流れ' })
  })

  test('that Stripe has deleted is left alone, and members who never paid have none', async () => {
    const { shop, member, customer } = await aBuyer()
    await shop.deps.db.updateTable('stripe_customers').set({ user_id: null }).execute()
    const unknown = { id: 'cus_unknown', user_id: member.id, created: shop.deps.now().toISOString() }
    await shop.deps.db.insertInto('stripe_customers').values(unknown).execute()
    await changeName(shop.deps, { userId: member.id, name: 'Mei' }, queueCustomerUpdate)
    await updateStripe(shop)
    expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({ name: 'Aoi' })
    const other = await aMember(shop.deps)
    await changeName(shop.deps, { userId: other.id, name: 'Mei' }, queueCustomerUpdate)
    const queued = shop.deps.db.selectFrom('jobs').select('id').where('kind', '=', updateCustomerJob.kind)
    expect(await queued.execute()).toEqual([])
  })
})
