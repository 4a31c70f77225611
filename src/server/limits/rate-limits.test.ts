import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { openRateLimits, type RateLimit } from './rate-limits.ts'

const SECONDS = 2
const quotas = { failedSignIns: { points: 3, seconds: SECONDS } }
const slowQuotas = { failedSignIns: { points: 3, seconds: 60 } }

function lets(limit: RateLimit, key: string): Promise<boolean> {
  return limit.take(key).then(
    () => true,
    () => false,
  )
}

describeEachDatabase('a rate limit', (open, databases) => {
  test('gives a key its points, and no more until the window ends', async () => {
    const { failedSignIns } = openRateLimits(await open(), quotas)
    for (let time = 0; time < 3; time++) await failedSignIns.take('aoi')
    await expect(failedSignIns.take('aoi')).rejects.toMatchObject({
      code: 'tooManyRequests',
      detail: `try again in ${SECONDS} seconds`,
      retryAfterSeconds: SECONDS,
    })
    await failedSignIns.take('hinata')
    const begun = performance.now()
    await expect.poll(() => lets(failedSignIns, 'aoi'), { timeout: 5000 }).toBe(true)
    expect(performance.now() - begun).toBeLessThan(SECONDS * 1000 + 500)
  })

  test('is not extended by further tries', async () => {
    const { failedSignIns } = openRateLimits(await open(), quotas)
    const begun = performance.now()
    while (performance.now() - begun < SECONDS * 1000 - 100) {
      await failedSignIns.take('aoi').catch(() => {})
      await sleep(20)
    }
    await expect.poll(() => lets(failedSignIns, 'aoi'), { timeout: 2000 }).toBe(true)
  })

  test('counts concurrent tries', async () => {
    const { failedSignIns } = openRateLimits(await open(), slowQuotas)
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => failedSignIns.take('aoi')))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  test('forgets a key on request', async () => {
    const { failedSignIns } = openRateLimits(await open(), slowQuotas)
    for (let time = 0; time < 3; time++) await failedSignIns.take('aoi')
    await failedSignIns.forget('aoi')
    await failedSignIns.forget('nobody')
    await failedSignIns.take('aoi')
  })

  test('of one kind does not count for another', async () => {
    const { failedSignIns, signIns } = openRateLimits(await open(), slowQuotas)
    for (let time = 0; time < 3; time++) await failedSignIns.take('aoi')
    await signIns.take('aoi')
  })

  if (databases.engine === 'postgres')
    test('is shared by all processes, and stores only hashed keys', async () => {
      const config = await databases.create()
      const [one, two] = [await databases.connect(config), await databases.connect(config)]
      const [here, there] = [openRateLimits(one, slowQuotas), openRateLimits(two, slowQuotas)]
      await here.failedSignIns.take('aoi@example.com')
      await there.failedSignIns.take('aoi@example.com')
      await here.failedSignIns.take('aoi@example.com')
      await expect(there.failedSignIns.take('aoi@example.com')).rejects.toMatchObject({
        code: 'tooManyRequests',
      })
      const rows = await one.selectFrom('rate_limits').selectAll().execute()
      expect(rows).toMatchObject([{ points: 4 }])
      expect(rows[0]?.key).not.toContain('aoi')
    })
})
