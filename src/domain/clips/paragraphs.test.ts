import { expect, test } from 'vitest'
import { paragraphs } from './paragraphs.ts'

test('blank lines separate paragraphs, single line breaks do not', () => {
  expect(paragraphs('Rain falls\non the eaves.\r\n\r\n \n\nIt stops.\n')).toEqual([
    'Rain falls on the eaves.',
    'It stops.',
  ])
})

test('an empty description has no paragraph', () => {
  expect(paragraphs(' \n ')).toEqual([])
})
