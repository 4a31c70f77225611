import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TokenList } from '#server/search/index/clip-document.ts'
import { foldKanji } from './japanese/kanji.ts'
import { foldedText, segmentsOf } from './segments.ts'
import { runTokens, type Token } from './tokens.ts'

function streamOf(text: string): Token[] {
  const tokens = new TokenList('sqlite')
  tokens.addText(segmentsOf(text))
  return String(tokens).split(' ').filter(Boolean)
}

const textsOf = (text: string) => segmentsOf(text).map((segment) => segment.text)

test.each([
  ['Kyōto’s Temples', ['kyoto', 'temple']],
  ['ＫＹＯＴＯ １２', ['kyoto', '12']],
  ['1,000 lanterns, １２，０００ steps', ['1000', 'lantern', '12000', 'step']],
  ['2019,2020, 1,2,3 and 1,0000', ['2019', '2020', '1', '2', '3', '1', '0000']],
  ['ﾗｰﾒﾝ ラーメン らーめん', ['らーめん', 'らーめん', 'らーめん']],
  ['東京2020年 4K', ['東京', '2020', '年', '4k']],
  ['the rain on a roof', ['rain', 'roof']],
  ['IT company, is it?', ['ict', 'company']],
  ['ＩＴ企業のit化。it', ['ict', '企業の', 'ict', '化']],
  ['From above the waves, from below', ['from', 'above', 'wave', 'below']],
  ['雨、東京 🌸', ['雨', '東京', '🌸']],
  ['Straße Ærø Łódź', ['strasse', 'aero', 'lodz']],
  ['関ヶ原 佐々木', ['関け原', '佐々木']],
])('%s is read as %j', (text, pieces) => {
  expect(textsOf(text)).toEqual(pieces)
})

test('plain English gives the same on the fast path', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const plain = text.replace(/[^\x20-\x7e]/g, ' ')
      expect(segmentsOf(plain)).toEqual(segmentsOf(`${plain} 雨`).slice(0, -1))
    }),
  )
})

test('tokens are lower-case ASCII letters and digits, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const token of streamOf(text)) expect(token).toMatch(/^[a-z0-9]+$/)
    }),
  )
})

test('folding twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'アぁﾗーヶ東京Ōé ') }), (text) => {
      const folded = segmentsOf(text).map((segment) => segment.text)
      for (const piece of folded) expect(textsOf(piece).join('')).toBe(piece)
    }),
  )
})

test('every part of a run is adjacent in the stream of the whole', () => {
  const kanji = fc.string({ unit: fc.constantFrom(...'東京都雨寺の𠮷'), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(kanji, fc.nat(), fc.nat(), (run, from, length) => {
      const characters = [...run]
      const start = from % characters.length
      const part = foldKanji(characters.slice(start, start + 1 + (length % 4)).join(''))
      expect(` ${streamOf(run).join(' ')} `).toContain(` ${runTokens(part).join(' ')} `)
    }),
  )
})

test('the last pair of one run and the first of the next are not adjacent', () => {
  expect(streamOf('東京、京都').join(' ')).not.toContain(runTokens('東京都').join(' '))
})

test('scoring reads pieces with one space between and around them', () => {
  expect(foldedText(segmentsOf('Cherry Blossoms, 桜'))).toBe(' cherry blossom 桜 ')
})

test('all spellings of a word are one concept', () => {
  const [plain, ...others] = segmentsOf("shrine Shrine ＳＨＲＩＮＥ shrine's shríne")
  expect(others).toHaveLength(4)
  for (const other of others) expect(other).toBe(plain)
})

test('a small number before a counter is the same in digits and in kanji', () => {
  const pairs = { '12月': '十二月', '２人': '二人', '10代の3人': '十代の三人', '24時間': '二十四時間' }
  for (const [digits, kanji] of Object.entries(pairs)) expect(textsOf(digits)).toEqual(textsOf(kanji))
  expect(textsOf('2024年')).toEqual(['2024', '年'])
  expect(textsOf('3.5倍、4K時代')).toEqual(['3', '5', '倍', '4k', '時代'])
})
