import { expect, test } from 'vitest'
import { missingForVisitors, missingTexts, type Publishable } from './publishable.ts'

const COMPLETE: Publishable = {
  ...{ title: 'Heron', title_ja: '', category: 'sea', license: 'Standard', license_type: 'commercial' },
  ...{ ai: false, rendered: true },
}

test('a title in one language, a category, a licence and the AI field are enough', () => {
  expect(missingForVisitors(COMPLETE)).toEqual([])
  expect(missingForVisitors({ ...COMPLETE, title: '', title_ja: '鷺', ai: true })).toEqual([])
})

test.each<[Partial<Publishable>, string[]]>([
  [{ title: ' \u3000' }, ['title']],
  [{ category: 'uncategorised' }, ['category']],
  [{ license: ' ' }, ['license']],
  [{ ai: null, rendered: false }, ['ai', 'renditions']],
])('with %j a clip is not for visitors yet', (given, missing) => {
  expect(missingForVisitors({ ...COMPLETE, ...given })).toEqual(missing)
})

test('missing texts are listed, even if visitors do not need them', () => {
  const texts = { title: 'Heron', title_ja: ' ', description: '', description_ja: '鷺', keywords: ['sea'] }
  expect(missingTexts({ ...texts, keywords_ja: [] })).toEqual(['title_ja', 'description', 'keywords_ja'])
})

test('a title that repeats the other language’s is missing', () => {
  const texts = { description: 'A', description_ja: '鷺', keywords: ['sea'], keywords_ja: ['海'] }
  expect(missingTexts({ ...texts, title: 'Heron', title_ja: 'Heron' })).toEqual(['title_ja'])
  expect(missingTexts({ ...texts, title: '鷺', title_ja: '鷺' })).toEqual(['title'])
})
