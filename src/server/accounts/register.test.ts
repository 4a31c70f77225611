import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openRateLimits } from '#server/limits/rate-limits.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aMember } from '../../../tests/support/shop/members.ts'
import { register } from './register.ts'

const now = () => new Date()
const visitor = () => ({ address: randomUUID(), userAgent: 'test' })
const aoi = { name: 'Aoi', password: 'nagareru-mizu', earlyPilot: false, locale: 'en' as const }

describeEachDatabase('a registration', (open) => {
  test('is never given the operator’s id, nor one that was given before', async () => {
    const deps = { db: await open(), now }
    const first = await aMember(deps)
    expect(first.id).toBe(2)
    await deps.db.deleteFrom('users').execute()
    expect((await aMember(deps)).id).toBeGreaterThan(first.id)
    expect(await aMember(deps, { admin: true })).toMatchObject({ id: 1 })
  })

  test('of an address that several ask for at once is given to one', async () => {
    const db = await open()
    const deps = { db, now, rateLimits: openRateLimits(db) }
    const all = ['aoi@example.com', 'AOI@example.com', 'Aoi@Example.com', 'aoi@example.com']
    const answers = await Promise.all(all.map((email) => register(deps, { ...aoi, email }, visitor())))
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 'EMAIL_EXISTS')).toHaveLength(3)
    expect(await db.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
  })
})
