import { expect, test } from 'vitest'
import { type BulkColumns, isLargeDeletion, outcomeOf } from './bulk-change.ts'
import { missingOf, usualOrder } from './library-filters.ts'

const clip: BulkColumns = {
  trashed_at: null,
  trashed_from: null,
  title: 'Temple',
  title_ja: '寺',
  description: 'A temple',
  description_ja: '',
  keywords: ['Kyoto', 'night'],
  keywords_ja: [],
  category: 'places',
  license: 'Standard',
  license_type: 'commercial',
  user_name: 'Aki',
  source: '',
  source_url: '',
  date_created: '',
  ...{ still_license: '', still_license_url: '', modifier_date: '' },
  tags: [],
  modifier_model: '',
  modifier_company: '',
  ai: 0,
  state: 'draft',
  publish_at: null,
  created: '2026-01-01',
  popularity: 1,
}
const at = '2026-11-21T09:00:00Z'
type Change = Parameters<typeof outcomeOf>[0]
const outcome = (change: Change, columns: Partial<BulkColumns> = {}) =>
  outcomeOf(change, { ...clip, ...columns }, { at, popularity: 7 })
const keywords = (how: 'add' | 'remove' | 'replace', ...words: string[]) =>
  outcome({ kind: 'keywords', how, language: 'en', keywords: words })

test('a draft that is published is new, a hidden clip keeps its age', () => {
  const to = { state: 'published', publish_at: null }
  expect(outcome({ kind: 'publish' })).toEqual({ to: { ...to, created: at, popularity: 7 } })
  expect(outcome({ kind: 'publish' }, { state: 'hidden' })).toEqual({ to })
  expect(outcome({ kind: 'publish' }, { state: 'published' })).toBeUndefined()
  expect(outcome({ kind: 'publish' }, { ai: null })).toEqual({ refused: 'noAi' })
  expect(outcome({ kind: 'publish' }, { ai: 1 })).toEqual({ to: { ...to, created: at, popularity: 7 } })
})

test('only a published clip is hidden, and only a draft can be scheduled', () => {
  expect(outcome({ kind: 'hide' }, { state: 'published' })).toEqual({ to: { state: 'hidden' } })
  expect(outcome({ kind: 'hide' }, { state: 'hidden' })).toBeUndefined()
  expect(outcome({ kind: 'hide' }, { state: 'draft' })).toEqual({ refused: 'notPublished' })
  expect(outcome({ kind: 'schedule', at })).toEqual({ to: { publish_at: at } })
  expect(outcome({ kind: 'schedule', at }, { state: 'hidden' })).toEqual({ refused: 'notDraft' })
})

test('keywords are added and removed ignoring case, and no change is no outcome', () => {
  expect(keywords('add', 'kyoto', 'rain')).toEqual({ to: { keywords: ['Kyoto', 'night', 'rain'] } })
  expect(keywords('remove', 'KYOTO')).toEqual({ to: { keywords: ['night'] } })
  expect(keywords('replace', 'night', 'Kyoto')).toEqual({ to: { keywords: ['night', 'Kyoto'] } })
  expect(keywords('add', 'NIGHT')).toBeUndefined()
  expect(outcome({ kind: 'keywords', how: 'add', language: 'ja', keywords: ['京都'] })).toEqual({
    to: { keywords_ja: ['京都'] },
  })
  expect(outcome({ kind: 'category', category: 'places' })).toBeUndefined()
  expect(outcome({ kind: 'category', category: 'food' })).toEqual({ to: { category: 'food' } })
})

test.each([
  [
    { kind: 'license_type', license_type: 'commercial' },
    { kind: 'license_type', license_type: 'editorial' },
  ],
  [
    { kind: 'license', license: 'Standard' },
    { kind: 'license', license: 'Extended' },
  ],
  [
    { kind: 'creator', user_name: 'Aki' },
    { kind: 'creator', user_name: 'Ren' },
  ],
  [
    { kind: 'ai', ai: 0 },
    { kind: 'ai', ai: 1 },
  ],
] as [Change, Change][])('what is so already stays, what is not is changed: %o, %o', (same, other) => {
  expect(outcome(same)).toBeUndefined()
  const { kind: _, ...columns } = other
  expect(outcome(other)).toEqual({
    to: 'user_name' in columns ? { user_name: columns.user_name } : columns,
  })
})

test.each([
  [{ title: '', title_ja: '' }, 'noTitle'],
  [{ category: '' }, 'noCategory'],
  [{ license: '' }, 'noLicense'],
  [{ ai: null }, 'noAi'],
] as const)('a draft that lacks %o is neither published nor given a day', (columns, refused) => {
  expect(outcome({ kind: 'publish' }, columns)).toEqual({ refused })
  expect(outcome({ kind: 'schedule', at }, columns)).toEqual({ refused })
})

test('a clip has a hundred keywords and no more', () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `word ${index}`)
  expect(keywords('replace', ...words(100))).toEqual({ to: { keywords: words(100) } })
  expect(keywords('replace', ...words(101))).toEqual({ refused: 'tooManyKeywords' })
  expect(keywords('replace', 'Kyoto', 'night')).toBeUndefined()
  expect(keywords('replace', 'Kyoto', 'rain')).toEqual({ to: { keywords: ['Kyoto', 'rain'] } })
})

test('more than 20 clips at once are a large deletion', () => {
  expect([20, 21].map((clips) => isLargeDeletion({ kind: 'delete' }, clips))).toEqual([false, true])
  expect(isLargeDeletion({ kind: 'hide' }, 21)).toBe(false)
})

test('missing fields are told by language', () => {
  expect(missingOf(clip)).toEqual([])
  expect(missingOf({ ...clip, title_ja: 'Temple' })).toEqual(['title_ja'])
  expect(missingOf({ ...clip, title: '寺' })).toEqual(['title_en'])
  expect(missingOf({ ...clip, title: '', description: '', keywords: [], ai: null })).toEqual([
    'title_en',
    'description',
    'keywords',
    'ai',
  ])
  expect([usualOrder('title'), usualOrder('added')]).toEqual(['asc', 'desc'])
})

test('the trash hides a clip and gives it back as it was; nothing else changes it there', () => {
  const inTrash = {
    state: 'hidden',
    trashed_at: '2026-11-22T00:00:00.000Z',
    trashed_from: 'published',
  } as const
  expect(outcome({ kind: 'trash' }, { state: 'published' })).toMatchObject({
    to: { state: 'hidden', trashed_from: 'published' },
  })
  expect(outcome({ kind: 'trash' }, inTrash)).toBe(undefined)
  expect(outcome({ kind: 'restore' }, inTrash)).toEqual({
    to: { state: 'published', trashed_at: null, trashed_from: null },
  })
  expect(outcome({ kind: 'restore' }, { state: 'hidden' })).toBe(undefined)
  expect(outcome({ kind: 'publish' }, inTrash)).toEqual({ refused: 'inTrash' })
})
