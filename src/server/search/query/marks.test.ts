import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { searchSources } from './search-sources.ts'

describeEachDatabase('the words to mark in titles', (open) => {
  test('are those of the query, in every spelling', async () => {
    const db = await open()
    await publish(db, { title: 'Temple in the rain', title_ja: '京都の雨の寺' })
    const marksOf = async (text: string) => (await searchSources({ db }, { text, offset: 0 })).marks ?? []
    for (const text of [
      'Temple in the RAIN',
      '京都の雨',
      'temple -snow',
      '"temple in the rain"',
      'tempel',
      'てら',
    ])
      expect([text, await marksOf(text)]).toMatchSnapshot()
    expect(await marksOf('zzzz')).toEqual([])
  })
})
