import { expect, test } from 'vitest'
import { parseQuery } from './parse-query.ts'

function shown(text: string) {
  const { parts, excluded, open } = parseQuery(text)
  const words = (segments: { text: string }[]) => segments.map((segment) => segment.text).join(' ')
  return {
    parts: parts.map(({ kind, segments }) => (kind === 'phrase' ? `"${words(segments)}"` : words(segments))),
    excluded: excluded.map(words),
    open,
  }
}

test.each([
  ['kyoto rain', ['kyoto rain'], [], true],
  ['kyoto-rain', ['kyoto rain'], [], true],
  ['kyoto -rain', ['kyoto'], ['rain'], false],
  ['kyoto －rain', ['kyoto'], ['rain'], false],
  ['kyoto　-雨', ['kyoto'], ['雨'], false],
  ['kyoto - rain', ['kyoto rain'], [], true],
  ['kyoto--rain', ['kyoto rain'], [], true],
  ['kyoto --rain', ['kyoto'], ['rain'], false],
  ['kyoto---rain', ['kyoto rain'], [], true],
  ['夜――雨', ['夜 雨'], [], true],
  ['-"night view" tokyo', ['tokyo'], ['night view'], true],
  ['"red gate" kyoto', ['"red gate"', 'kyoto'], [], true],
  ['kyoto “red gate”', ['kyoto', '"red gate"'], [], false],
  ['「夜の道」', ['"夜の道"'], [], false],
  ['"red gate', ['red gate'], [], true],
  ['red gate"', ['red gate'], [], false],
  ['""" kyoto', ['kyoto'], [], true],
  ['kyoto ', ['kyoto'], [], false],
  ['title:kyoto AND (rain* OR NEAR(a b)) ^x', ['titl kyoto rain near b x'], [], true],
  ['!!! ???', [], [], false],
])('%s', (text, parts, excluded, open) => {
  expect(shown(text)).toEqual({ parts, excluded, open })
})

test('the rest of a very long query is not looked at', () => {
  expect(parseQuery('a1 '.repeat(66)).parts[0]?.segments).toHaveLength(24)
})
