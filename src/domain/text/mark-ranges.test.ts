import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markRanges } from './mark-ranges.ts'

/** The title with its marks in brackets. */
const shown = (title: string, ...words: string[]) =>
  markRanges(title, words)
    .map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join('')

test.each([
  ['Rain on the Temple Roof', ['temple', 'rain'], '[Rain] on the [Temple] Roof'],
  ['Templeton', ['temple'], 'Templeton'],
  ['The temple’s gate', ['temple'], 'The [temple]’s gate'],
  ['Cherry-Blossom Rain', ['cherry blossom'], '[Cherry-Blossom] Rain'],
  ['24 rooms, 2024', ['24'], '[24] rooms, 2024'],
])('Latin words are marked whole: %s', (title, words, marked) => {
  expect(shown(title, ...words)).toBe(marked)
})

test.each([
  ['池に映る金閣寺', ['金閣寺'], '池に映る[金閣寺]'],
  ['雨の京都、京都の雨', ['京都'], '雨の[京都]、[京都]の雨'],
  ['ラーメンの湯気', ['らーめん'], '[ラーメン]の湯気'],
  ['ｶﾞﾗｽの床', ['ガラス'], '[ｶﾞﾗｽ]の床'],
  ['がらすとからす', ['からす'], 'がらすと[からす]'],
  ['東京Tokyo夜景', ['tokyo'], '東京[Tokyo]夜景'],
])('Japanese is marked anywhere, in either kana: %s', (title, words, marked) => {
  expect(shown(title, ...words)).toBe(marked)
})

test('accents, width and case make no difference', () => {
  expect(shown('Kyōto, KYOTO, ｋｙｏｔｏ, Kyo\u0304to', 'kyoto')).toBe(
    '[Kyōto], [KYOTO], [ｋｙｏｔｏ], [Kyo\u0304to]',
  )
  expect(shown('Kyoto', 'Kyōto')).toBe('[Kyoto]')
})

test('marks that overlap or touch become one', () => {
  expect(shown('京都東山', '京都', '都東', '山')).toBe('[京都東山]')
})

test('nothing to mark leaves the title in one part', () => {
  expect(markRanges('Temple', [])).toEqual([{ text: 'Temple', marked: false }])
  expect(markRanges('Temple', ['', ' '])).toEqual([{ text: 'Temple', marked: false }])
  expect(markRanges('', ['a'])).toEqual([])
})

test('no letter is lost or split, with any marks', () => {
  const text = fc.string({
    unit: fc.constantFrom('𠮷', 'か', '゙', 'ﾞ', 'ｶ', '㌔', 'e', '\u0301', 'ﬁ', '🦊', ' ', 'İ'),
  })
  fc.assert(
    fc.property(text, fc.array(text), (title, words) => {
      const parts = markRanges(title, words).map((part) => part.text)
      expect(parts.join('')).toBe(title)
      for (const part of parts) expect(part.isWellFormed()).toBe(true)
    }),
  )
  expect(shown('𠮷野の桜', '野')).toBe('𠮷[野]の桜')
})
