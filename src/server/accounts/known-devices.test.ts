import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { knownDevice, rememberDevice } from './known-devices.ts'

describeEachDatabase('a device that an account was signed in on', (open) => {
  test('is known by its secret, to that account, for 180 days', async () => {
    const db = await open()
    let at = Date.parse('2026-11-21T09:00:00.000Z')
    const deps = { db, now: () => new Date(at) }
    const aoi = await aUser(db, { email: 'aoi@example.com', email_normalised: 'aoi@example.com' })
    await aUser(db, { email: 'ren@example.com', email_normalised: 'ren@example.com' })
    const secret = await rememberDevice(deps, { userId: aoi, sessionId: 'a', before: [] })
    const known = await knownDevice(deps, 'aoi@example.com', ['another', secret])
    expect(known).toBeTypeOf('string')
    expect(known).not.toContain(secret)
    expect(await knownDevice(deps, 'ren@example.com', [secret])).toBeUndefined()
    for (const secrets of [[], ['another']])
      expect(await knownDevice(deps, 'aoi@example.com', secrets)).toBeUndefined()
    at += 180 * DAY_MS - 1
    expect(await knownDevice(deps, 'aoi@example.com', [secret])).toBe(known)
    at += 1
    expect(await knownDevice(deps, 'aoi@example.com', [secret])).toBeUndefined()
  })

  test('is replaced by its own next sign-in; other devices, and other accounts on it, stay known', async () => {
    const db = await open()
    const deps = { db, now: () => new Date('2026-11-21T09:00:00.000Z') }
    const email = (name: string) => ({
      email: `${name}@example.com`,
      email_normalised: `${name}@example.com`,
    })
    const [aoi, ren] = [await aUser(db, email('aoi')), await aUser(db, email('ren'))]
    const remember = (userId: number, before: string[]) =>
      rememberDevice(deps, { userId, sessionId: 'a', before })
    const phone = await remember(aoi, [])
    const laptop = await remember(aoi, [])
    const shared = await remember(ren, [laptop])
    const again = await remember(aoi, [laptop, shared])
    const isKnown = async (name: string, secret: string) =>
      (await knownDevice(deps, `${name}@example.com`, [secret])) !== undefined
    expect(await isKnown('aoi', laptop)).toBe(false)
    expect(await Promise.all([isKnown('aoi', phone), isKnown('aoi', again), isKnown('ren', shared)])).toEqual(
      [true, true, true],
    )
  })
})
