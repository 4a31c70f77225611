import { expect, test } from 'vitest'
import { informationOfStem } from '#server/search/read/unit-information.ts'
import { segmentsOf } from '../segments.ts'
import { stem } from './stem.ts'

const words = (text: string) => text.split(' ').map((word) => [word])

test.each(
  words(
    'video videos footage clips stock film movies loop looping 4k hd 1080p royalty free beautiful amazing ' +
      'stunning over under up behind around several many very view views her montage themed authentic watermark details',
  ),
)('%s tells nothing about a clip', (word) => {
  expect(informationOfStem(stem(word))).toBe('light')
})

test.each(
  words(
    'walk walking walked going went gone standing stood taking taken looking making made wearing worn seen using sitting background wallpaper',
  ),
)('%s tells less than a noun', (word) => {
  expect(informationOfStem(stem(word))).toBe('verb')
})

test.each(
  words(
    'temple training running swimming cooking dancing aerial drone closeup timelapse night crossing parking shooting ' +
      'walkway standpoint mine stretching raw commercial video-game vertical slow snow japan people woman no without market',
  ),
)('%s counts in full', (word) => {
  expect(informationOfStem(stem(word))).toBe('normal')
})

test('a compound keeps its preposition, and a sentence loses its articles', () => {
  const read = (text: string) => segmentsOf(text).map((segment) => segment.text)
  expect(read('A close-up of the waves')).toEqual(['close', 'up', 'wave'])
  expect(read('a watering can')).toEqual(['watering', 'can'])
  expect(read('when they were on it')).toEqual([])
  expect(read('no people, without cars')).toEqual(['no', 'person', 'without', 'car'])
})
