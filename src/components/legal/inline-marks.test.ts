import { expect, test } from 'vitest'
import { stretches } from './inline-marks.ts'

test('links and strong words are told from plain text', () => {
  expect(stretches('**Now.** See [prices](/pricing) or [below](#contact).', 'en')).toEqual([
    { text: 'Now.', strong: true },
    { text: ' See ' },
    { text: 'prices', href: '/pricing' },
    { text: ' or ' },
    { text: 'below', href: '#contact' },
    { text: '.' },
  ])
})

test('a text without marks, and marks that do not close, stay as they are', () => {
  expect(stretches('2 * 3 ** 4 [a] (b)', 'en')).toEqual([{ text: '2 * 3 ** 4 [a] (b)' }])
  expect(stretches('', 'en')).toEqual([])
})

test('on a Japanese page links lead to Japanese pages', () => {
  const links = stretches('[料金](/pricing)、[第3条](/terms#usage)、[下記](#contact)', 'ja').map(
    ({ href }) => href,
  )
  expect(links.filter(Boolean)).toEqual(['/ja/pricing', '/ja/terms#usage', '#contact'])
})
