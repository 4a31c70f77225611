import { expect, test } from 'vitest'
import { findPerson } from '#server/accounts/person.ts'
import { QUOTAS } from '#server/limits/rate-limits.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { aMember } from '../../../tests/support/shop/members.ts'
import { claimSpot } from './claim-spot.ts'
import { countTesters, listTesterKeys, listTesters, makeTesterKeys, revokeTesterKey } from './tester-keys.ts'

describeEachDatabase('early testers', (open) => {
  async function program() {
    const { deps, logged, post } = accountsOn(await open())
    const [key = ''] = await makeTesterKeys(deps, { count: 1, label: 'friends' })
    const claim = (id: number, given = key, address = `address of ${id}`) =>
      claimSpot(deps, { id, membership: 'free' }, { key: given, address })
    const somebody = () => aUser(deps.db)
    const taken = async () => (await countTesters(deps)).count
    const membership = async (id: number) => (await findPerson(deps.db, id, deps.now()))?.membership
    return { deps, key, logged, post, claim, somebody, taken, membership }
  }

  test('a right key makes a free member an early adopter at once, and takes one spot', async () => {
    const { deps, claim, somebody, taken, membership } = await program()
    const person = await somebody()
    expect(await taken()).toBe(0)
    expect(await claim(person)).toEqual({ status: 'OK' })
    expect(await taken()).toBe(1)
    expect(await membership(person)).toBe('early_adopter')
    expect(await listTesters(deps)).toMatchObject({ taken: 1, total: 20, testers: [{ label: 'friends' }] })
  })

  test('a new tester gets a welcome mail, once, unless the licence has ended by then', async () => {
    const { deps, claim, post } = await program()
    const person = await aMember(deps)
    await post()
    await claim(person.id)
    await claim(person.id)
    const [mail, ...others] = await post()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: person.email, subject: 'Welcome to the early testers of Nagare' })
    expect(mail?.text).toContain('free lifetime access')
    const leaver = await aMember(deps)
    await post()
    await claim(leaver.id)
    await deps.db.updateTable('testers').set({ ended_at: deps.now().toISOString() }).execute()
    expect(await post()).toEqual([])
  })

  test('the same person takes one spot, also with repeated and concurrent claims', async () => {
    const { claim, somebody, taken } = await program()
    const person = await somebody()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => claim(person)))
    expect(outcomes).toEqual(Array.from({ length: 10 }, () => ({ status: 'OK' })))
    await claim(person)
    expect(await taken()).toBe(1)
  })

  test('the 21st gets soldOut, stays free and is not a tester', async () => {
    const { deps, claim, somebody, taken, membership } = await program()
    const first = await somebody()
    await claim(first)
    for (let n = 1; n < 20; n++) await claim(await somebody())
    const late = await somebody()
    await expect(claim(late)).rejects.toMatchObject({ code: 'soldOut' })
    expect(await membership(late)).toBe('free')
    expect(await taken()).toBe(20)
    expect((await listTesters(deps)).testers).toHaveLength(20)
    expect(await claim(first), 'who has a spot keeps it').toEqual({ status: 'OK' })
  })

  test('an invalid key admits nobody', async () => {
    const { claim, somebody, taken } = await program()
    const person = await somebody()
    for (const wrong of ['', 'x', 'abcdefghjkmnpqrs', '\0', "' or 1=1 --", '鍵'.repeat(16), 'a'.repeat(5000)])
      await expect(claim(person, wrong)).rejects.toMatchObject({ code: 'invalidKey' })
    expect(await taken()).toBe(0)
  })

  test('a revoked key admits nobody, and its testers stay', async () => {
    const { deps, key, claim, somebody, membership } = await program()
    const early = await somebody()
    await claim(early)
    expect(await revokeTesterKey(deps, key)).toBe(true)
    expect(await revokeTesterKey(deps, key)).toBe(false)
    await expect(claim(await somebody())).rejects.toMatchObject({ code: 'invalidKey' })
    expect(await membership(early)).toBe('early_adopter')
    expect(await listTesterKeys(deps)).toMatchObject([
      { label: 'friends', testers: 1, revoked_at: expect.any(String) },
    ])
  })

  test('guessing is limited per IP, even for right keys, and a right key resets the count', async () => {
    const { claim, somebody, key } = await program()
    const person = await somebody()
    const guess = () => claim(person, 'wrong', 'guesser')
    const { points } = QUOTAS.testerKeys
    for (let n = 1; n < points; n++) await expect(guess()).rejects.toMatchObject({ code: 'invalidKey' })
    await claim(person, key, 'guesser')
    for (let n = 0; n < points; n++) await expect(guess()).rejects.toMatchObject({ code: 'invalidKey' })
    const refusal = { code: 'tooManyRequests', retryAfterSeconds: expect.any(Number) }
    await expect(guess()).rejects.toMatchObject(refusal)
    await expect(claim(await somebody(), key, 'guesser')).rejects.toMatchObject(refusal)
    await claim(await somebody(), key, 'a neighbour')
  })

  test('an ended licence cannot be claimed again, and its spot stays taken', async () => {
    const { deps, claim, somebody, taken, membership } = await program()
    const person = await somebody()
    await claim(person)
    await deps.db.updateTable('testers').set({ ended_at: deps.now().toISOString() }).execute()
    await expect(claim(person)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await membership(person)).toBe('free')
    expect(await taken()).toBe(1)
  })

  test('the admin needs no spot and gets none', async () => {
    const { deps, key, taken } = await program()
    const { id } = await aMember(deps, { admin: true })
    const admin = { id, membership: 'free', role: 'admin' } as const
    await expect(claimSpot(deps, admin, { key, address: '10.0.0.1' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await taken()).toBe(0)
  })

  test('making and revoking keys and joining are logged, without the key', async () => {
    const { deps, key, claim, somebody, logged } = await program()
    const person = await somebody()
    await claim(person)
    await revokeTesterKey(deps, key)
    const records = await deps.db.selectFrom('audit_records').selectAll().orderBy('id').execute()
    expect(records.map(({ actor, action, user_id }) => [actor, action, user_id])).toEqual([
      ['cli', 'tester_key.made', null],
      [`user:${person}`, 'tester.joined', person],
      ['cli', 'tester_key.revoked', null],
    ])
    expect(JSON.stringify(records) + logged.join()).not.toContain(key)
  })
})
