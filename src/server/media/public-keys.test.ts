import { expect, test } from 'vitest'
import { accessOf } from './storage-key.ts'

test.for(['poster/ab/240.avif', 'preview/ab.mp4', 'watermarked/ab.mp4', 'sheet/ab.jpg'])(
  'anyone may have %s',
  (key) => {
    expect(accessOf(key)).toBe('public')
  },
)

test('a full rendition needs a signature', () => {
  expect(accessOf('full/ab.mp4')).toBe('signed')
})

test.for([
  'master/ab.mp4',
  'poster',
  'full',
  '',
  'posters/x',
  'full.mp4',
  'x/full/ab.mp4',
  '.tmp/x',
  '/poster/x',
])('nobody may have %j', (key) => {
  expect(accessOf(key)).toBe('never')
})
