import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberSet } from './number-set.ts'

test('it holds what was added since it was emptied', () => {
  const fillings = fc.array(fc.array(fc.nat({ max: 100_000 })))
  fc.assert(
    fc.property(fillings, (lists) => {
      const set = new NumberSet()
      for (const list of lists) {
        const plain = new Set<number>()
        for (const number of list) {
          expect(set.add(number)).toBe(!plain.has(number))
          plain.add(number)
        }
        for (const number of [...list, 5, 2_000, 200_000]) expect(set.has(number)).toBe(plain.has(number))
        set.clear()
      }
    }),
  )
})
