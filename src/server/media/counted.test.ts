import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('bytes pass through unchanged, counted and hashed', async () => {
  const parts = [Buffer.from('流れ'), Buffer.alloc(70_000, 'x'), Buffer.from('!')]
  const whole = Buffer.concat(parts)
  const { through, bytes, digest } = counted()
  expect(await buffer(Readable.from(parts).pipe(through))).toEqual(whole)
  expect(bytes()).toBe(whole.length)
  expect(digest()).toBe(createHash('sha256').update(whole).digest('hex'))
})
