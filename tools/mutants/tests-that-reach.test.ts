import { expect, test } from 'vitest'
import { reaches } from './tests-that-reach.ts'

test('a test reaches what it imports, near or far, by value', () => {
  const from = (test: string) => (file: string) => reaches(`src/server/sets/${test}`, `src/${file}`)
  const expiry = from('promotion-expiry.test.ts')
  expect(['server/sets/set-page-cache.ts', 'domain/sets/set-slug.ts', 'server/audit.ts'].map(expiry)).toEqual(
    [true, true, true],
  )
  expect(['server/billing/payments.ts', 'server/sets/sign-set-clip.ts', 'nowhere.ts'].map(expiry)).toEqual([
    false,
    false,
    false,
  ])
})
