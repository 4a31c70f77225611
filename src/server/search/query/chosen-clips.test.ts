import { expect, test } from 'vitest'
import { replaceChoices } from '#server/search/choices/choices.ts'
import { queryKey } from '#server/search/choices/query-key.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { searchSources } from './search-sources.ts'

describeEachDatabase('a clip that people chose after a search', (open) => {
  test('comes before equal matches, after that search only', async () => {
    const db = await open()
    const ids: number[] = []
    for (const slug of ['first', 'second', 'third'])
      ids.push(await publish(db, { title: 'Heron', slug, popularity: 5 }))
    const found = async (text: string) =>
      (await searchSources({ db }, { text, offset: 0 })).sources.map(({ file_name }) => file_name)
    expect(await found('heron')).toEqual(['third', 'second', 'first'])
    await replaceChoices(db, [{ query_key: queryKey('heron'), source_id: ids[0]!, weight: 0.8, people: 9 }])
    expect(await found('Heron')).toEqual(['first', 'third', 'second'])
    expect(await found('herons')).toEqual(['third', 'second', 'first'])
  })

  test('comes after a literal match if few chose it', async () => {
    const db = await open()
    await publish(db, { title: 'Heron', slug: 'titled' })
    const id = await publish(db, { keywords: ['a pond with a heron'], slug: 'keyword' })
    await replaceChoices(db, [{ query_key: queryKey('heron'), source_id: id, weight: 0.1, people: 3 }])
    const { sources } = await searchSources({ db }, { text: 'heron', offset: 0 })
    expect(sources.map(({ file_name }) => file_name)).toEqual(['titled', 'keyword'])
  })
})
