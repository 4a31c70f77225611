import { expect, test } from 'vitest'
import { licenceRestsOn } from './license.ts'

test('what a free member took from a promotion rests on it, everything else on a membership', () => {
  expect(licenceRestsOn({ plan: 'free', via: 'promotion' })).toBe('promotion')
  expect(licenceRestsOn({ plan: 'pro', via: 'promotion' })).toBe('membership')
  expect(licenceRestsOn({ plan: 'early_adopter', via: 'collection' })).toBe('membership')
  expect(licenceRestsOn({ plan: 'admin', via: 'clip' })).toBe('membership')
})
