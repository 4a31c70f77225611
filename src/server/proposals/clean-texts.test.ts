import { expect, test } from 'vitest'
import { ClipFields } from '#contract/studio/clips/clip.ts'
import { GOOD_TEXTS } from '../../../tests/support/model-service.ts'
import { cleanTexts } from './clean-texts.ts'

const CATEGORIES = ['temple', 'sea', 'uncategorised']
const cleaned = (answer: object) => cleanTexts(JSON.stringify({ ...GOOD_TEXTS, ...answer }), CATEGORIES)

test('good texts stay as they are', () => {
  expect(cleaned({})).toEqual(GOOD_TEXTS)
})

test('texts with markup are no texts, and a less-than sign is', () => {
  for (const title of ['<script>alert(1)</script>Rain', 'Rain <img src=x onerror=alert(1)>', '</title>'])
    expect(cleaned({ title }), title).not.toHaveProperty('title')
  expect(cleaned({ title: 'Fewer than < 5 gates' }).title).toBe('Fewer than < 5 gates')
  expect(cleaned({ description: 'Rain.\n<b>Gates</b>' })).not.toHaveProperty('description')
  expect(cleaned({ keywords: ['rain', '<svg onload=alert(1)>'] }).keywords).toEqual(['rain'])
})

test('control characters, marks of direction and halves of pairs are gone', () => {
  const title = '\u0000Torii\u0007 \u202Ein\u2066 the\u200B\nrain\ud83d'
  expect(cleaned({ title }).title).toBe('Torii in the rain')
  expect(cleaned({ title: 'Torii\udc00 gate' }).title).toBe('Torii\uFFFD gate')
  expect(cleaned({ description: 'One.\r\n\r\n\r\n\u0001Two.\tThree.' }).description).toBe(
    'One.\n\nTwo. Three.',
  )
})

test('long texts are cut to what the fields accept, never within a character', () => {
  const { title = '', description = '' } = cleaned({
    title: `a${'😀'.repeat(5e5)}`,
    description: 'rain '.repeat(1e6),
  })
  expect([title.length, title.isWellFormed()]).toEqual([199, true])
  expect(description.length).toBeLessThanOrEqual(2000)
  expect(ClipFields.shape.title.safeParse(title).success).toBe(true)
})

test('of 10,000 keywords some stay, each once', () => {
  const keywords = Array.from({ length: 10_000 }, (_, index) => `rain ${index}`)
  expect(cleaned({ keywords }).keywords).toHaveLength(40)
  const odd = ['Rain', 'rain', 'RAIN', '', ' ', 7, null, ['x'], 'a, b', 'x'.repeat(81), { title: 'x' }]
  expect(cleaned({ keywords: odd }).keywords).toEqual(['Rain'])
})

test('each language has its own fields', () => {
  const mixed = {
    title: '雨の鳥居',
    description: 'The gates of 伏見.',
    title_ja: 'Rain',
    description_ja: '<',
  }
  expect(Object.keys(cleaned(mixed))).toEqual(['keywords', 'keywords_ja', 'category'])
  expect(cleaned({ keywords: ['rain', '雨'], keywords_ja: ['rain', '雨', 'AI'] })).toMatchObject({
    ...{ keywords: ['rain'], keywords_ja: ['雨', 'AI'] },
  })
})

test('a category that does not exist is not proposed', () => {
  for (const category of ['palace', 'uncategorised', '', '__proto__', 7, ['sea']])
    expect(cleaned({ category }), String(category)).not.toHaveProperty('category')
})

test('fields of a wrong kind leave the others', () => {
  expect(cleaned({ title: 7, keywords: 'rain', description: null, more: 'x' })).toEqual({
    ...{ title_ja: '雨の鳥居', description_ja: '赤い鳥居に雨が降っている。' },
    ...{ keywords_ja: ['鳥居', '雨', '神社', '4K'], category: 'temple' },
  })
})

test('without a usable field it is a bad answer', () => {
  for (const content of [
    '',
    'null',
    '[]',
    '"x"',
    '{}',
    '{"title":"雨"}',
    '```json\n{}\n```',
    '{"a":'.repeat(9e4),
  ])
    expect(() => cleanTexts(content, CATEGORIES), content.slice(0, 20)).toThrow('badAnswer')
})
