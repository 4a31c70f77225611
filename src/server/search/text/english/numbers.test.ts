import { expect, test } from 'vitest'
import { segmentsOf } from '../segments.ts'
import { numberWord } from './stem.ts'

test.each([
  ['five', '5'],
  ['nineteen', '19'],
  ['forty', '40'],
  ['thousand', '1000'],
  ['thousands', '1000'],
  ['first', '1st'],
  ['twelfth', '12th'],
  ['twenties', '20s'],
  ['24hrs', '24h'],
])('%s is %s', (word, figures) => {
  expect(numberWord(word)).toBe(figures)
})

test.each(['second', 'once', 'often', 'ten5', 'h', '5', '24', '24h', 'phone'])(
  '%s is no number word',
  (word) => {
    expect(numberWord(word) ?? word).toBe(word)
  },
)

test.each([
  ['five-storied pagoda', '5 story pagoda', 'five story pagoda', 'Five-Storeyed Pagodas', '5-storey pagoda'],
  ['thousand torii', '1,000 torii', '1000 torii', '１，０００ torii'],
  ['open 24 hours', 'open 24 hour'],
  ['first snow', '1st snow'],
])('%s is asked in many ways', (first, ...others) => {
  const asked = (text: string) => segmentsOf(text).map((segment) => segment.text)
  for (const other of others) expect(asked(other), other).toEqual(asked(first))
})
