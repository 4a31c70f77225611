import { expect, test } from 'vitest'
import { searchPath, searchText } from './search-path.ts'

test('spaces of any width become hyphens in the path and spaces again in the text', () => {
  expect(searchPath(' kyoto  temple　rain ')).toBe('/s/kyoto-temple-rain')
  expect(searchText('kyoto-temple-rain')).toBe('kyoto temple rain')
})

test.for([
  ['temple -rain', '/s/temple--rain'],
  ['-rain', '/s/--rain'],
  ['-rain temple -snow', '/s/--rain-temple--snow'],
  ['temple -"heavy rain"', '/s/temple--%22heavy-rain%22'],
])('a word to be left out of %s is left out by the path, too', ([text, path]) => {
  expect(searchPath(text!)).toBe(path)
  expect(searchText(decodeURIComponent(path!.slice('/s/'.length)))).toBe(text)
})

test.for([
  ['temple - rain', 'temple rain'],
  ['temple -', 'temple'],
  ['lo-fi', 'lo fi'],
  ['lo--fi', 'lo fi'],
  ['temple --- rain -', 'temple rain'],
])('another hyphen of %s is a space', ([text, read]) => {
  expect(searchText(decodeURIComponent(searchPath(text!).slice('/s/'.length)))).toBe(read)
})

test.for(['a---b', '-a', 'a-', 'a--', '---', ''])('the path %s leaves nothing out', (term) => {
  expect(searchText(term)).not.toContain('-')
})

test('no term leads home', () => {
  expect(searchPath(' 　')).toBe('/')
  expect(searchPath(' - ')).toBe('/')
})

test('a term cannot leave its path segment', () => {
  expect(searchPath('../a?b#c')).toBe('/s/..%2Fa%3Fb%23c')
})
