import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { searchSources } from './search-sources.ts'

describeEachDatabase('the words to mark in titles', (open) => {
  test('are those of the query, in every spelling', async () => {
    const db = await open()
    await publish(db, { title: 'Temple in the rain', title_ja: '京都の雨の寺' })
    await publish(db, { title_ja: '12月の寺' })
    const marksOf = async (text: string) => (await searchSources({ db }, { text, offset: 0 })).marks ?? []
    const [temple, rain, kyoto] = [
      ['temple', 'temples', '寺', 'お寺', 'てら'],
      ['rain', 'rainy', '雨', 'レイン'],
      ['京都', 'kyoto', '京都府', 'きょうと'],
    ]
    for (const [text, ...things] of [
      ['Temple in the RAIN', temple, rain],
      ['京都の雨', kyoto, rain],
      ['temple -snow', temple],
      ['tempel', temple],
      ['てら', temple],
      ['12月の寺', [...temple, '十二月', '12月']],
      ['十二月の寺', ['12月']],
    ] as const)
      expect(await marksOf(text), text).toEqual(expect.arrayContaining(things.flat()))
    expect(await marksOf('temple -snow')).not.toContain('snow')
    for (const text of ['"temple in the rain"', 'zzzz']) expect(await marksOf(text), text).toEqual([])
  })
})
