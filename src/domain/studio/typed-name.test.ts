import { expect, test } from 'vitest'
import { namesClip } from './typed-name.ts'

const clip = { id: 12, title: 'Grey heron', title_ja: '' }

test.each([
  ['12', true],
  ['１２', true],
  [' grey  heron', true],
  ['1', false],
  ['heron', false],
  ['', false],
])('%j names it: %s', (typed, names) => {
  expect(namesClip(typed, clip)).toBe(names)
})
