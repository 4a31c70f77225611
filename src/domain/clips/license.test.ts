import { expect, test } from 'vitest'
import { licenceRestsOn } from './license.ts'

test('a free member’s licence rests on the promotion, any other on the membership', () => {
  expect(licenceRestsOn({ plan: 'free', via: 'promotion' })).toBe('promotion')
  expect(licenceRestsOn({ plan: 'pro', via: 'promotion' })).toBe('membership')
  expect(licenceRestsOn({ plan: 'early_adopter', via: 'collection' })).toBe('membership')
  expect(licenceRestsOn({ plan: 'admin', via: 'clip' })).toBe('membership')
})
