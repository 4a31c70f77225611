import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { searchPage } from './search-page.ts'

async function shown(db: Kysely<Database>, text: string, filters: Record<string, string> = {}) {
  const { answer, alternatives } = await searchPage({ db }, text, new URLSearchParams(filters))
  const titles = answer?.sources.map(({ title }) => title)
  return { titles, instead: answer?.searched_instead, alternatives }
}

const NOTHING = { titles: [], instead: undefined, alternatives: [] }

describeEachDatabase('the answer on a page of results', (open) => {
  test('is to fewer words where no clip has every one, and offers the others', async () => {
    const db = await open()
    await publish(db, { title: 'Rain at a temple', title_ja: '寺の雨' })
    await publish(db, { title: 'Temple in Kyoto', title_ja: '京都の寺' })
    const kyoto = ['Temple in Kyoto']
    const rain = ['Rain at a temple']
    expect(await shown(db, 'kyoto temple')).toEqual({ titles: kyoto, instead: undefined, alternatives: [] })
    const fewer = { titles: kyoto, instead: 'kyoto temple', alternatives: ['temple rain'] }
    expect(await shown(db, 'kyoto temple rain')).toEqual(fewer)
    expect(await shown(db, '京都の雨')).toEqual({ titles: kyoto, instead: '京都', alternatives: ['雨'] })
    const left = { titles: rain, instead: 'rain -snow', alternatives: ['kyoto -snow'] }
    expect(await shown(db, 'rain kyoto -snow')).toEqual(left)
    expect(await shown(db, 'kyoto "heavy rain"')).toEqual({
      titles: kyoto,
      instead: 'kyoto',
      alternatives: [],
    })
    expect(await shown(db, 'kyoto “heavy rain”')).toEqual({
      titles: kyoto,
      instead: 'kyoto',
      alternatives: [],
    })
    expect(await shown(db, 'zzzz “rain at a temple”')).toMatchObject({ instead: '"rain at a temple"' })
  })

  test('is to one word alone where that is not enough', async () => {
    const db = await open()
    await publish(db, { title: 'Heron' })
    await publish(db, { title: 'Temple' })
    const alone = { titles: ['Heron'], instead: 'heron', alternatives: ['temple'] }
    expect(await shown(db, 'heron temple zzzz qqqq')).toEqual(alone)
  })

  test('leaves a filter that nothing passes to be taken off', async () => {
    const db = await open()
    await publish(db, { title: 'Temple in Kyoto', width: 1920, height: 1080 })
    expect(await shown(db, 'kyoto temple', { orientation: 'portrait' })).toEqual(NOTHING)
    const filtered = await shown(db, 'kyoto temple rain', { orientation: 'landscape' })
    expect(filtered).toMatchObject({ titles: ['Temple in Kyoto'], instead: 'kyoto temple' })
  })

  test('offers what the text may become, or nothing', async () => {
    const db = await open()
    await publish(db, { title: 'Heron', keywords: ['pond heron'] })
    expect(await shown(db, '"heron pond"')).toMatchObject({ titles: [], instead: undefined })
    expect((await shown(db, '"pond he"')).alternatives).toContain('pond heron')
    expect(await shown(db, 'zzzz')).toEqual(NOTHING)
    expect(await shown(db, '-')).toEqual(NOTHING)
  })
})
