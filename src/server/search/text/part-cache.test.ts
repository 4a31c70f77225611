import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PartCache } from './part-cache.ts'

test('a stretch of a text finds what was made of it, and nothing is made twice', () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'b', '雨', '\u{1f338}'), maxLength: 6 })
  fc.assert(
    fc.property(
      fc.array(fc.record({ before: part, text: part, after: part }), { maxLength: 200 }),
      (parts) => {
        const made: string[] = []
        const cache = new PartCache((text) => {
          made.push(text)
          return text
        })
        for (const { before, text, after } of parts)
          expect(cache.get(before + text + after, before.length, before.length + text.length)).toBe(text)
        expect(made).toEqual([...new Set(parts.map(({ text }) => text))])
      },
    ),
  )
})

test('more texts than are kept are all found', () => {
  const cache = new PartCache((text) => Number(text))
  for (const _ of ['at first', 'again'])
    for (let number = 0; number < 120_000; number++) {
      const text = String(number)
      if (cache.get(text, 0, text.length) !== number) expect.fail(text)
    }
})
