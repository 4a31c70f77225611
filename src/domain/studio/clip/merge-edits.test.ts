import { expect, test } from 'vitest'
import { isSame, mergeEdits } from './merge-edits.ts'

const base = { title: 'Heron', category: 'sea', keywords: ['bird'] }

test('edits of fields that nobody else changed stay', () => {
  const present = { ...base, category: 'river' }
  expect(mergeEdits(base, { title: 'Egret' }, present)).toEqual({ edits: { title: 'Egret' }, conflicts: [] })
})

test('a field that both changed is a conflict, unless both values are the same', () => {
  const present = { ...base, title: 'Crane', keywords: ['bird', 'white'] }
  expect(mergeEdits(base, { title: 'Egret', keywords: ['bird', 'white'] }, present)).toEqual({
    edits: { title: 'Egret' },
    conflicts: ['title'],
  })
})

test('a list is the same with the same words in the same order', () => {
  const mine = { keywords: ['white', 'bird'] }
  expect(mergeEdits(base, mine, { ...base, keywords: ['bird', 'white'] }).conflicts).toEqual(['keywords'])
  expect(mergeEdits(base, mine, base)).toEqual({ edits: mine, conflicts: [] })
})

test('a list never equals another type', () => {
  for (const other of ['ab', 'a', '', 2, null, undefined]) {
    expect(isSame(['a', 'b'], other)).toBe(false)
    expect(isSame(other, ['a', 'b'])).toBe(false)
  }
  expect([isSame(['a'], ['a', 'b']), isSame([], []), isSame(null, null), isSame(1, '1')]).toEqual([
    false,
    true,
    true,
    false,
  ])
})
