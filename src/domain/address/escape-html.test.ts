import { expect, test } from 'vitest'
import { addressOf } from '../studio/library/library-address.ts'
import { escapeHtml } from './escape-html.ts'

test('HTML’s special characters are escaped, the rest stays', () => {
  expect(escapeHtml(`<a title="x" id='y'>A & B</a>`)).toBe(
    '&lt;a title=&quot;x&quot; id=&#39;y&#39;&gt;A &amp; B&lt;/a&gt;',
  )
})

test('a URL has the set filters', () => {
  expect(addressOf({ q: 'a b', page: 0, state: '', creator: undefined })).toBe('?q=a+b&page=0')
  expect(addressOf({})).toBe('')
})
