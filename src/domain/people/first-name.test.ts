import { expect, test } from 'vitest'
import { firstName } from './first-name.ts'

test.each([
  ['Yuki Tanaka', 'Yuki'],
  ['  Yuki ', 'Yuki'],
  ['山田　太郎', '山田'],
  ['Aiko', 'Aiko'],
  ['', ''],
])('%j is called %j', (name, first) => {
  expect(firstName(name)).toBe(first)
})
