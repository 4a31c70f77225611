import { expect, test } from 'vitest'
import { DEFAULT_SHOP } from '#contract/shop/default-shop.ts'
import { withOwn } from '#domain/shop/own-words.ts'
import { type Tree, withSetting } from '#domain/shop/setting-paths.ts'
import { documentOf, outdatedBases, settingsOf } from './shop-document.ts'
import { allWords, fittingWords, ourWords, wordProblems, wordsForm } from './words.ts'

const worded = (path: string, value: unknown) => withSetting({} as Tree, path, value)
const shopWith = (path: string, value: unknown) => ({ ...DEFAULT_SHOP, words: worded(path, value) })

test('the form has every text of every collection, in both languages, with a name', () => {
  const fields: string[] = []
  type Node = ReturnType<typeof wordsForm>
  const walk = (node: Node, path: string, ours: unknown) => {
    for (const [key, inner] of Object.entries(node.properties ?? {})) {
      const below = (ours as Tree | undefined)?.[key]
      expect(inner.label, `${path}${key}`).toEqual({ en: expect.any(String), ja: expect.any(String) })
      expect(below, `${path}${key}`).toBeDefined()
      if (inner.kind === 'texts') fields.push(`${path}${key}`)
      else walk(inner, `${path}${key}.`, below)
    }
  }
  walk(wordsForm(), '', ourWords())
  expect(fields).toContain('mission.points')
  expect(fields).toContain('landing.faq.sourcing.answer')
  expect(fields).not.toContain('pricing.pro.name')
  expect(fields.length).toBeGreaterThan(150)
  const names = JSON.stringify(wordsForm())
  expect(names).toContain('"label":{"en":"Per month","ja":"1か月あたり"}')
})

test('our own words are no problem, and make no difference', () => {
  expect(wordProblems(ourWords())).toEqual([])
  expect(documentOf({ ...DEFAULT_SHOP, words: ourWords() })).toEqual({ values: {}, bases: {} })
  expect(allWords(undefined)).toEqual(ourWords())
})

test('only a changed text is kept, with the hash of ours that it was changed from', () => {
  const document = documentOf({
    ...DEFAULT_SHOP,
    words: withSetting(ourWords(), 'mission.lead.ja', '星の映像。'),
  })
  expect(document.values).toEqual({ words: { mission: { lead: { ja: '星の映像。' } } } })
  expect(settingsOf(document).words).toEqual(document.values.words)
  expect(outdatedBases(document)).toEqual([])
  expect(outdatedBases({ ...document, bases: { 'words.mission.lead.ja': 'older' } })).toEqual([
    'words.mission.lead.ja',
  ])
  const ours = { mission: { lead: 'Ours', points: [{ title: 'a' }] } }
  expect(withOwn(ours.mission, { lead: { ja: '星' } }, 'ja')).toEqual({ ...ours.mission, lead: '星' })
  expect(withOwn(ours.mission, { lead: { ja: '星' } }, 'en')).toEqual(ours.mission)
})

test.each<[string, unknown, string, string?]>([
  ['mission.lead.en', 'Buy {everything} {now}', 'unknownPlaceholder', '{everything} {now}'],
  ['mission.lead.en', 'Buy {everything', 'unknownPlaceholder', '{everything}'],
  ['mission.lead.en', 'Of {siteName}', 'unknownPlaceholder', '{siteName}'],
  ['checkout.confirm.ja', '支払う', 'lacksPlaceholder', '{charge}'],
  ['pricing.lead.en', '[here](javascript:alert(1))', 'badLink'],
  ['pricing.lead.en', '[here](https://elsewhere.example)', 'badLink'],
  ['pricing.lead.en', '<b>Bold</b>', 'notPlain'],
  ['pricing.lead.en', 'a\u0000b', 'notPlain'],
  ['pricing.lead.en', 'a\u202Eb', 'notPlain'],
  ['pricing.lead.en', 'x'.repeat(1_000_000), 'tooLong'],
  ['pricing.pro.points.en', Array(200).fill('x'.repeat(900)), 'tooLong'],
  ['pricing.lead.en', '', 'empty'],
  ['pricing.lead.en', { deep: [[[[[[[[['x']]]]]]]]] }, 'invalid'],
  ['pricing.lead.en', 7, 'invalid'],
  ['pricing.pro.name.en', 'GOLD', 'invalid'],
  ['mission.points.ja', [{ title: '一', text: '二' }], 'invalid'],
])('%s is refused with what is wrong in it', (path, value, code, what) => {
  const words = worded(path, value)
  expect(wordProblems(words)).toEqual([{ path: `words.${path}`, code, ...(what && { what }) }])
  // One that is in the database all the same is left out, and the others hold.
  const both = withSetting(words, 'mission.title.en', 'Ours')
  expect(fittingWords(both)).toEqual({ mission: { title: { en: 'Ours' } } })
})

test('words that no page has are not kept, whatever their depth', () => {
  const nested = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
  for (const words of [
    JSON.parse(nested),
    { mission: JSON.parse(nested) },
    { __proto__: { a: 1 } },
    { a: 1 },
  ]) {
    expect(wordProblems(words)).toEqual([])
    expect(fittingWords(words)).toBeUndefined()
  }
  expect(settingsOf({ values: shopWith('mission.nothing.en', 'x'), bases: {} })).toEqual(DEFAULT_SHOP)
})
