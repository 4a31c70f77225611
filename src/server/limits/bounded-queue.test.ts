import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { boundedQueue } from './bounded-queue.ts'

test('a fixed number runs, a fixed number waits, and the rest gets a retry time', async () => {
  const run = boundedQueue({ atOnce: 2, mostWaiting: 3, retryAfterSeconds: 2 })
  let [running, most] = [0, 0]
  const task = async () => {
    most = Math.max(most, ++running)
    await sleep(5)
    running--
    return 'done'
  }
  const ends = await Promise.allSettled(Array.from({ length: 8 }, () => run(task)))
  expect(most).toBe(2)
  expect(ends.map(({ status }) => status)).toEqual([
    ...Array(5).fill('fulfilled'),
    ...Array(3).fill('rejected'),
  ])
  expect(ends[7]).toMatchObject({ reason: { code: 'busy', retryAfterSeconds: 2 } })
})

test('no more tasks run at once when new ones arrive while others wait', async () => {
  const run = boundedQueue({ atOnce: 2, mostWaiting: 20, retryAfterSeconds: 2 })
  let [running, most] = [0, 0]
  const task = async () => {
    most = Math.max(most, ++running)
    await sleep(5)
    running--
  }
  const ends: Promise<void>[] = []
  for (let time = 0; time < 10; time++) {
    ends.push(run(task), run(task))
    await sleep(3)
  }
  await Promise.all(ends)
  expect(most).toBe(2)
})

test('tasks run in order', async () => {
  const run = boundedQueue({ atOnce: 1, mostWaiting: 10, retryAfterSeconds: 2 })
  const order: number[] = []
  await Promise.all([1, 2, 3, 4].map((n) => run(async () => void order.push(n))))
  expect(order).toEqual([1, 2, 3, 4])
})

test('a task that fails frees its place', async () => {
  const run = boundedQueue({ atOnce: 1, mostWaiting: 0, retryAfterSeconds: 2 })
  await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await run(async () => 'yes')).toBe('yes')
})
