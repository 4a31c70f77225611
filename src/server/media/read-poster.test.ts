import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { readPoster } from './read-poster.ts'

const store = (answer: (key: string) => Buffer) => ({
  read: async (key: string) => Readable.from([answer(key)]),
})
const failing = (error: Error) =>
  store(() => {
    throw error
  })

test('a poster is read by its URL', async () => {
  const storage = store((key) => Buffer.from(key))
  expect(String(await readPoster(storage, '/media/poster/abc', 480))).toBe('poster/abc/480.jpg')
})

test('a missing poster is undefined; an unreachable store is an error', async () => {
  expect(await readPoster(failing(new AppError('mediaNotFound')), '/media/poster/abc', 480)).toBeUndefined()
  for (const error of [new AppError('unavailable'), new Error('a bug')])
    await expect(readPoster(failing(error), '/media/poster/abc', 480)).rejects.toBe(error)
})
