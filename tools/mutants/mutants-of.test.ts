import { expect, test } from 'vitest'
import { mutantsOf } from './mutants-of.ts'

/** The source once for each mutant. */
const mutated = (source: string) =>
  mutantsOf('a.ts', source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end))

test('comparisons, conditions, values and statements are changed one at a time', () => {
  expect(mutated('if (a < 2) stop()')).toEqual([
    'if (!(a < 2)) stop()',
    'if (a <= 2) stop()',
    'if (a < 3) stop()',
    'if (a < 2) ;',
  ])
  expect(mutated('const f = () => { throw e }')).toEqual(['const f = () => { ; }'])
  expect(mutated('function f() { return !a }')).toEqual([
    'function f() { return undefined }',
    'function f() { return a }',
  ])
})

test('a query loses a condition, or gets another comparison', () => {
  expect(mutated("const rows = db.where('id', '=', id)")).toEqual([
    'const rows = db',
    "const rows = db.where('id', '!=', id)",
  ])
})

test('types and imports stay as they are', () => {
  expect(mutated("import { a } from './2.ts'\ntype A = { b: true } | 2")).toEqual([])
})
