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
  test('never gets the operator’s id, nor a former one', async () => {
    const deps = { db: await open(), now }
    const first = await aMember(deps)
    expect(first.id).toBe(2)
    await deps.db.deleteFrom('users').execute()
    expect((await aMember(deps)).id).toBeGreaterThan(first.id)
    expect(await aMember(deps, { admin: true })).toMatchObject({ id: 1 })
  })

  test('stores the language and the early-pilot choice', async () => {
    const db = await open()
    const deps = { db, now, rateLimits: openRateLimits(db) }
    const optional = { email: 'aoi@example.com', earlyPilot: true, locale: 'ja' } as const
    await register(deps, { ...aoi, ...optional }, visitor())
    await register(deps, { ...aoi, email: 'ren@example.com' }, visitor())
    expect(await db.selectFrom('users').select(['locale', 'early_pilot']).orderBy('id').execute()).toEqual([
      { locale: 'ja', early_pilot: 1 },
      { locale: 'en', early_pilot: 0 },
    ])
  })

  test('of one address by several at once succeeds for one', async () => {
    const db = await open()
    const deps = { db, now, rateLimits: openRateLimits(db) }
    const all = ['aoi@example.com', 'AOI@example.com', 'Aoi@Example.com', 'ａｏｉ＠example.com']
    const answers = await Promise.all(all.map((email) => register(deps, { ...aoi, email }, visitor())))
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 'EMAIL_EXISTS')).toHaveLength(3)
    expect(await db.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
  })
})
