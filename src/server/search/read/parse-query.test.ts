import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchPath, searchText } from '#domain/address/search-path.ts'
import { runs } from '../../../../tests/support/runs.ts'
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
  ['title:kyoto AND (rain* OR NEAR(a b)) ^x', ['title kyoto rain near b x'], [], true],
  ['!!! ???', [], [], false],
])('%s', (text, parts, excluded, open) => {
  expect(shown(text)).toEqual({ parts, excluded, open })
})

test.each([
  ['words', 'a1 '.repeat(66), 16, 0],
  ['Japanese', '京都'.repeat(100), 1, 0],
  ['phrases', '"a1 b2" '.repeat(25), 8, 0],
  ['exclusions', `a1 ${'-b2 '.repeat(49)}`, 1, 3],
])('the rest of very many %s is not looked at', (_, text, wanted, left) => {
  const { parts, excluded } = parseQuery(text)
  const segments = parts.flatMap((part) => part.segments)
  expect(segments).toHaveLength(wanted)
  for (const segment of segments) expect(segment.text.length).toBeLessThanOrEqual(32)
  expect(excluded).toHaveLength(left)
})

test('a URL does not change the searched text', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'ab-- "“”寺雨の・／　%2F?#－‐🌸', 'temple', ' -rain'),
    maxLength: 12,
  })
  fc.assert(
    fc.property(text, (typed) => {
      expect(shown(searchText(searchPath(typed)))).toMatchObject({
        parts: shown(typed).parts,
        excluded: shown(typed).excluded,
      })
    }),
    { numRuns: runs(10_000), seed: 17 },
  )
})
