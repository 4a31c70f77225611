import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteLru } from './byte-lru.ts'

test('what was used longest ago goes first', () => {
  const lru = new ByteLru<string>(100)
  for (const key of ['a', 'b', 'c', 'd']) lru.set(key, key, 25)
  lru.get('a')
  lru.set('e', 'e', 25)
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => lru.get(key))).toEqual(['a', 'c', 'd', 'e'])
})

test('what would drive out too much is not kept', () => {
  const lru = new ByteLru<string>(100)
  lru.set('a', 'a', 20)
  lru.set('b', 'b', 26)
  expect(lru.get('b')).toBeUndefined()
  expect(lru.bytes).toBe(20)
})

test('each value that goes is told, once, and one that is only weighed again is not', () => {
  const gone: string[] = []
  const lru = new ByteLru<string>(100, (value) => gone.push(value))
  lru.set('a', 'one', 10)
  lru.set('a', 'one', 20)
  expect(gone).toEqual([])
  lru.set('a', 'two', 10)
  lru.clear()
  expect(gone).toEqual(['one', 'two'])
  expect(lru.bytes).toBe(0)
})

test('it never holds more than it may, and counts right', () => {
  const step = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    bytes: fc.nat(40),
    remove: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const lru = new ByteLru<number>(100)
      for (const { key, bytes, remove } of steps) {
        if (remove) lru.delete(key)
        else lru.set(key, bytes, bytes)
        expect(lru.bytes).toBeLessThanOrEqual(100)
      }
      const held = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => lru.get(key) ?? 0)
      expect(lru.bytes).toBe(held.reduce((sum, bytes) => sum + bytes, 0))
    }),
  )
})
