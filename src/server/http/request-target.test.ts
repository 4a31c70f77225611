import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creatorPath } from '#domain/address/creator-path.ts'
import { searchPath } from '#domain/address/search-path.ts'
import { runs } from '../../../tests/support/runs.ts'
import { parseTarget } from './request-target.ts'

test.each([
  ['/', '/', ''],
  ['/m/7?offset=40', '/m/7', '?offset=40'],
  ['/s/%E5%AF%BA', '/s/%E5%AF%BA', ''],
  ['/s/24%2F7', '/s/24%2F7', ''],
  ['/s/007', '/s/007', ''],
  ['/.well-known/security.txt', '/.well-known/security.txt', ''],
  ['http://elsewhere.example/m/7?x=1', '/m/7', '?x=1'],
  ['http://elsewhere.example', '/', ''],
])('%s is understood', (url, path, query) => {
  expect(parseTarget(url, 4096)).toEqual({ path, query, isCanonical: true })
})

test.each([
  ['/t/tokyo/', '/t/tokyo', ''],
  ['/%6D/%37?a=%62', '/m/7', '?a=%62'],
  ['/ap%69/activity', '/api/activity', ''],
  ['/%35%300', '/500', ''],
  ['/%256D/7', '/%256D/7', ''],
  ['/s/%e5%af%ba', '/s/%E5%AF%BA', ''],
  ['/s/a,b', '/s/a%2Cb', ''],
  ['/m/007', '/m/7', ''],
  ['/ja/embed/0', '/ja/embed/0', ''],
  ['/ja/embed/000', '/ja/embed/0', ''],
  ['/api/medias/01/related', '/api/medias/1/related', ''],
])('%s means %s', (url, path, query) => {
  expect(parseTarget(url, 4096)).toEqual({ path, query, isCanonical: url === path })
})

test('all spellings of a path give one canonical one', () => {
  const segment = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  const names = segment.filter((name) => !/[\p{Cc}\\/]|^\.\.?$/u.test(name) && name.isWellFormed())
  const path = fc.array(names, { minLength: 1, maxLength: 4 })
  const choices = fc.infiniteStream(fc.constantFrom('as is', '%2a', '%2A'))
  fc.assert(
    fc.property(path, choices, (segments, spellings) => {
      const spelled = segments.map((name) => spell(name, spellings))
      const plain = `/${segments.map(encodeURIComponent).join('/')}`
      const canonical = target(plain)
      expect(target(`/${spelled.join('/')}`).path).toBe(canonical.path)
      expect(target(canonical.path)).toEqual({ path: canonical.path, query: '', isCanonical: true })
    }),
    { numRuns: runs(5_000) },
  )
})

test('links to searches are spelled in the canonical way', () => {
  // A search for a path upwards is refused like any other.
  const texts = fc
    .string({ unit: 'grapheme' })
    .filter((text) => text.isWellFormed() && !/\p{Cc}|\./u.test(text))
  fc.assert(
    fc.property(texts, (text) => {
      expect(target(searchPath(text)).isCanonical).toBe(true)
    }),
    { numRuns: runs(5_000) },
  )
})

function target(url: string) {
  const parsed = parseTarget(url, 4096)
  if (typeof parsed === 'number') throw new Error(`${url} is refused with ${parsed}`)
  return parsed
}

/** Encodes optional characters, in either case. */
function spell(name: string, spellings: fc.Stream<string>): string {
  return [...name]
    .map((character) => {
      const [way = ''] = [...spellings.take(1)]
      if (way === 'as is') return encodeURIComponent(character)
      const hex = Buffer.from(character).toString('hex').replaceAll(/../g, '%$&')
      return way === '%2A' ? hex.toUpperCase() : hex
    })
    .join('')
}

test.each([
  '/media/../etc/passwd',
  '/media/%2e%2e/etc/passwd',
  '/media/%2E%2e%2Fetc',
  '/media/..%2f..%2fetc',
  '/media/..%5cetc',
  '/media/./x',
  '/m/..',
  '/a\\b',
  '/m/%',
  '/m/%zz',
  '/m/%c0%ae%c0%ae',
  '/m/%ff',
  '/m/%00',
  '/m/7%0d%0aSet-Cookie:x',
  '/m/\u00e9',
  '/m/7?q=\u00e9',
  '/m/{7}',
  '/m/7#part',
  '*',
  'm/7',
  '',
])('%j is malformed', (url) => {
  expect(parseTarget(url, 4096)).toBe(400)
})

test.each(['//evil.example', '/media//x', '/m/7//'])(
  '%s has an empty segment, which nothing here has',
  (url) => {
    expect(parseTarget(url, 4096)).toBe(404)
  },
)

test('a target is too long by one letter', () => {
  expect(parseTarget(`/${'a'.repeat(99)}`, 100)).toMatchObject({ isCanonical: true })
  expect(parseTarget(`/${'a'.repeat(100)}`, 100)).toBe(414)
})

test('the path of any creator is canonical', () => {
  const property = fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
    const path = creatorPath(name)
    if (path !== undefined) expect(parseTarget(path, 4096)).toEqual({ path, query: '', isCanonical: true })
  })
  fc.assert(property, { numRuns: runs(500) })
})
