import { expect, test } from 'vitest'
import { stem } from './stem.ts'

test.each([
  ['temple', 'temples'],
  ['rain', 'raining', 'rained', 'rains'],
  ['cherry', 'cherries'],
  ['hike', 'hiking', 'hiked', 'hikes'],
  ['dance', 'dancing', 'dances'],
  ['swim', 'swimming'],
  ['leaf', 'leaves'],
  ['torch', 'torches'],
  ['box', 'boxes'],
  ['potato', 'potatoes'],
  ['movie', 'movies'],
  ['travel', 'travelling'],
  ['ski', 'skiing'],
  ['child', 'children'],
])('%s and its forms are one word', (word, ...forms) => {
  for (const form of forms) expect(stem(form), form).toBe(stem(word))
})

test.each([
  ['star', 'stare'],
  ['car', 'care'],
  ['pin', 'pine'],
  ['plan', 'plane'],
  ['king', 'k'],
  ['spring', 'spr'],
])('%s is not %s', (a, b) => {
  expect(stem(a)).not.toBe(stem(b))
})

test('Japanese words in Latin letters and words with digits stay as they are', () => {
  for (const word of ['sakura', 'ame', 'sake', 'onsen', 'matsuri', 'torii', 'mp4s', 'h264'])
    expect(stem(word)).toBe(word)
})
