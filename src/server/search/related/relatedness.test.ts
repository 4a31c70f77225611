import { expect, test } from 'vitest'
import type { Relatable } from '#server/search/index/likeness.ts'
import { rankRelated } from './related-sources.ts'

function aClip(id: number, given: Partial<Relatable> = {}): Relatable {
  return {
    rank: id,
    id,
    category: 'temples',
    keywords: [],
    user_name: `maker ${id}`,
    dominant_color: '#808080',
    ...given,
  }
}

test('shared keywords come before the category, the category before the colour', () => {
  const clip = aClip(1, { keywords: ['temple', 'rain', 'kyoto'], dominant_color: '#102030' })
  const others = [
    aClip(2, { category: 'sea', dominant_color: '#102030' }),
    aClip(3),
    aClip(4, { category: 'sea', keywords: ['rain', 'kyoto', 'temple'], dominant_color: '#ffffff' }),
  ]
  expect(rankRelated(clip, others)).toEqual([4, 3, 2])
})

test('a clip is never related to itself', () => {
  const clip = aClip(1)
  expect(rankRelated(clip, [clip, aClip(2)])).toEqual([2])
})

test('creators mix among equally close clips', () => {
  const clip = aClip(9)
  const others = [aClip(1, { user_name: 'A' }), aClip(2, { user_name: 'A' }), aClip(3, { user_name: 'B' })]
  expect(rankRelated(clip, others)).toEqual([1, 3, 2])
})

test('of equally close clips the more popular one comes first, also after mixing creators', () => {
  const clip = aClip(9)
  const given = [
    aClip(4, { rank: 40, user_name: 'maker 2' }),
    aClip(2, { rank: 30 }),
    aClip(1, { rank: 20, user_name: 'maker 3' }),
    aClip(3, { rank: 10 }),
  ]
  expect(rankRelated(clip, given)).toEqual([3, 2, 1, 4])
})
