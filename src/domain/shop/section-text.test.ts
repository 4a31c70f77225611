import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { sectionsIn, sectionText, type TextSection } from './section-text.ts'

test.each(['terms', 'privacy'])('our %s are the same after they were text', (name) => {
  for (const locale of ['en', 'ja']) {
    const file = new URL(`../../content/${name}/${locale}.yaml`, import.meta.url)
    const { sections } = parse(readFileSync(file, 'utf8')) as { sections: TextSection[] }
    expect(sectionsIn(sectionText(sections))).toEqual(sections)
  }
})

test('text of people becomes sections, whatever they leave out', () => {
  const text =
    'Before\nall\n\n## First Title\nOne\ntwo\n- a\n  more\n* b\n{licence: may}\n\n{testers} Only\n\n## 二つ目\n\n## Own {#own}'
  expect(sectionsIn(text)).toEqual([
    { id: '', title: '', body: ['Before all'] },
    {
      id: 'first-title',
      title: 'First Title',
      body: ['One two', { list: ['a more', 'b {licence: may}'] }, { testers: 'Only' }],
    },
    { id: 'part-c', title: '二つ目', body: [] },
    { id: 'own', title: 'Own', body: [] },
  ])
  expect(sectionsIn('')).toEqual([])
})
