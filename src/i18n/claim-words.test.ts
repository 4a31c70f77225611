import { expect, test } from 'vitest'
import { claimWords, withClaims } from './claim-words.ts'

const claims = { clips: 1200, updates: 'monthly', resolution: '720p' } as const

test('claims are filled into texts at any depth, and nothing else changes', () => {
  const words = {
    title: '{claimedClips}+ clips',
    points: ['{updates} updates', 'every {period}', '{total}'],
    many: 3,
  }
  expect(withClaims(words, claimWords(claims, 'en'))).toEqual({
    title: '1,200+ clips',
    points: ['monthly updates', 'every month', '{total}'],
    many: 3,
  })
  expect(withClaims('{updates}の更新、{resolution}', claimWords(claims, 'ja'))).toBe('毎月の更新、720p')
})
