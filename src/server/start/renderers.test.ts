import { expect, test } from 'vitest'
import { renderersFor } from './renderers.ts'

test('there is a renderer per core, and none on a single core', () => {
  expect(renderersFor('auto', 1)).toBe(0)
  expect(renderersFor('auto', 4)).toBe(4)
  expect(renderersFor(0, 4)).toBe(0)
})
