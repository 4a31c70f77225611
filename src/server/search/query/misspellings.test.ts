import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { searchSources } from './search-sources.ts'

describeEachDatabase('a word that is written in another way', (open) => {
  test('finds the clip that has it, and no clip with a word that only looks alike', async () => {
    const db = await open()
    for (const title_ja of [
      '屋根の雪下ろし',
      '町の焼き鳥屋',
      '石畳の坂道',
      '一輪の生け花',
      '初詣の人々',
      '夏のかき氷',
      'ひまわり畑の少年',
      '生け垣の花',
    ])
      await publish(db, { title_ja })
    for (const [typed, found] of [
      ['雪おろし', '屋根の雪下ろし'],
      ['雪降ろし', '屋根の雪下ろし'],
      ['焼きとり', '町の焼き鳥屋'],
      ['石だたみ', '石畳の坂道'],
      ['いけ花', '一輪の生け花'],
      ['初もうで', '初詣の人々'],
      ['欠き氷', '夏のかき氷'],
      ['ひまわりばたけ', 'ひまわり畑の少年'],
    ]) {
      const { sources } = await searchSources({ db }, { text: typed!, offset: 0 })
      expect([typed, ...sources.map(({ title_ja }) => title_ja)]).toEqual([typed, found])
    }
  })
})

describeEachDatabase('a phrase that no clip has whole', (open) => {
  test('finds the clips that have most of its things', async () => {
    const db = await open()
    const titles = ['Bench on a station platform by the sea', 'Empty room', 'Two rice balls', 'Red balls']
    for (const title of titles) await publish(db, { title, keywords: ['hands'] })
    for (const [typed, found] of [
      ['empty bench at a train station by the sea with a dog', titles[0]],
      ['making fresh rice balls by hand', titles[2]],
    ]) {
      const { sources } = await searchSources({ db }, { text: typed!, offset: 0 })
      expect([typed, ...sources.map(({ title }) => title)]).toEqual([typed, found])
    }
  })
})
