import { expect, test } from 'vitest'
import { breakable, brokenInto } from './line-breaks.ts'

const broken = (text: string, width: number, locale: 'en' | 'ja') =>
  brokenInto(text, { width, locale, widthOf: (line) => [...line].length })

test('English breaks between words, and marks stay with theirs', () => {
  expect(breakable('Say “yes”, (or no).', 'en')).toEqual(['Say ', '“yes”, ', '(or ', 'no).'])
  expect(broken('Use clips in work, as you like.', 12, 'en')).toEqual([
    'Use clips in',
    'work, as you',
    'like.',
  ])
})

test('no Japanese line begins with a closing mark, nor ends with an opening one', () => {
  const text = '「できること」と「できないこと」は、ずっと、変わらず適用されます。'
  for (const width of [4, 5, 6, 7, 8, 9, 10]) {
    const lines = broken(text, width, 'ja')
    expect(lines.join('')).toBe(text)
    if (width > 6) for (const line of lines) expect(line).not.toMatch(/^[、。」]|「$/)
  }
})

test('a word that is longer than a line is cut, whole letters at a time', () => {
  expect(broken('abcdefgh ij', 5, 'en')).toEqual(['abcde', 'fgh', 'ij'])
  expect(broken('👩‍👩‍👧👩‍👩‍👧', 7, 'en')).toEqual(['👩‍👩‍👧', '👩‍👩‍👧'])
})
