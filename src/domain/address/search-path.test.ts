import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../tests/support/runs.ts'
import { LOCALES, localePath } from './locale-path.ts'
import { searchPath, searchTerm, searchText, termText, tidySearch } from './search-path.ts'

test('spaces of any width become hyphens in the path and spaces again in the text', () => {
  expect(searchPath(' kyoto  temple　rain ')).toBe('/s/kyoto-temple-rain')
  expect(searchText('/s/kyoto-temple-rain')).toBe('kyoto temple rain')
})

test.for([
  'rain?',
  '24/7',
  'rock & roll',
  '50%',
  '100%41',
  '%3F',
  '#1',
  'a:b',
  '$5, 3+4=7; @home',
  '？＆／',
  '２４／７',
  'ＴＥＭＰＬＥ',
  '👩‍👩‍👧 🌸',
  'temple -rain',
  '-rain temple -snow',
  'temple -"heavy rain"',
  '“red gate” kyoto',
  '「夜の道」',
  'C:\\clips',
  'x'.repeat(1000),
])('%s is the same text after typing, reloading and sharing', (text) => {
  expect(searchText(searchPath(text))).toBe(text)
})

test.for([
  ['temple -rain', '/s/temple--rain'],
  ['-rain', '/s/--rain'],
  ['-rain temple -snow', '/s/--rain-temple--snow'],
  ['temple -"heavy rain"', '/s/temple--%22heavy-rain%22'],
  ['beach -lo-fi', '/s/beach--lo%E2%80%90fi'],
])('a word to be left out of %s is left out by the path, too', ([text, path]) => {
  expect(searchPath(text!)).toBe(path)
})

test.for([
  ['temple - rain', 'temple rain'],
  ['temple -', 'temple'],
  ['lo-fi', 'lo fi'],
  ['lo--fi', 'lo fi'],
  ['temple --- rain -', 'temple rain'],
])('another hyphen of %s is a space', ([text, read]) => {
  expect(searchText(searchPath(text!))).toBe(read)
})

test.for(['a---b', '-a', 'a-', 'a--', '---', ''])('the path %s leaves nothing out', (term) => {
  expect(searchText(`/s/${term}`)).not.toContain('-')
})

test.for(['寺・神社', '寺･神社', '寺／神社', '寺、神社', '寺，神社', '寺〜神社'])(
  '%s are two words',
  (text) => {
    expect(searchPath(text)).toBe(searchPath('寺 神社'))
  },
)

test.for([' 　', ' - ', '.', '..', '\u0000'])('no term leads home: %j', (text) => {
  expect(searchPath(text)).toBe('/')
})

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 250 }),
  fc.string({ unit: fc.constantFrom(...'ab-- "/\\..%2F?#&=・／寺　\t\ud800'), maxLength: 30 }),
)

test('a text is read back from its URL, in both languages and by the builders', () => {
  fc.assert(
    fc.property(text, fc.constantFrom(...LOCALES), (given, locale) => {
      const tidy = tidySearch(given)
      expect(searchText(localePath(locale, searchPath(given)))).toBe(tidy)
      expect(termText(searchTerm(given))).toBe(tidy)
      expect(tidySearch(tidy)).toBe(tidy)
    }),
    { numRuns: runs(10_000), seed: 20_261_122 },
  )
})

test.for(['temple -rain fall', '-rain', '-lo-fi', 'temple -"heavy rain" snow', 'lo-fi'])(
  'the API reads %s as it is typed, and as the builders write it',
  (text) => {
    expect(termText(text)).toBe(tidySearch(text))
    expect(termText(searchTerm(text))).toBe(tidySearch(text))
  },
)

test('nothing but white space, hyphens and separators is changed', () => {
  const kept = fc.string({ unit: fc.constantFrom(...'ab%2F?#&=+:@,;$!\'()*"寺雨のー？＆🌸é'), minLength: 1 })
  fc.assert(
    fc.property(fc.array(kept, { minLength: 1 }), (words) => {
      expect(searchText(searchPath(words.join(' ')))).toBe(words.join(' '))
    }),
    { numRuns: runs(5_000), seed: 3 },
  )
})

test('a term is one segment of a path that browsers, proxies and our own front pass', () => {
  fc.assert(
    fc.property(text, (given) => {
      const path = searchPath(given)
      expect(new URL(path, 'https://nagare.example').pathname).toBe(path)
      expect(path).toMatch(/^\/(?:s\/[^/]+)?$/)
      expect(decodeURIComponent(path).split(/[/\\]/)).not.toContain('..')
    }),
    { numRuns: runs(5_000), seed: 5 },
  )
})
