import { expect, test } from 'vitest'
import { downloadName } from '#domain/sets/download-name.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aClip } from '../../../tests/support/database/rows.ts'
import { clipsOfNames } from './clips-of-names.ts'

describeEachDatabase('names of saved films', (open) => {
  async function shop(name = 'Nagare') {
    const db = await open()
    const site = { name }
    const add = async (file_name: string, source = {}) =>
      (await aClip(db, { source: { file_name, ...source }, media: { file_name } })).id
    const found = async (...names: string[]) =>
      (await clipsOfNames({ db, site }, names)).clips.map(({ name, source }) => [name, source.id])
    return { add, found }
  }

  test('find their clips, the most popular first, and none that visitors do not see', async () => {
    const { add, found } = await shop()
    const [less, more] = [await add('鳥居.mp4', { popularity: 1 }), await add('鳥居.mp4', { popularity: 2 })]
    const fox = await add('fox.mp4')
    await add('draft.mp4', { state: 'draft' })
    expect(await found('nagare_鳥居.mp4', 'nagare_draft.mp4', 'nagare_none.mp4', 'fox.mp4')).toEqual([
      ['nagare_鳥居.mp4', more],
      ['nagare_鳥居.mp4', less],
    ])
    expect(await found('nagare_fox.mp4', 'nagare_FOX.mp4', 'nagare_fo_.mp4', 'nagare_%.mp4')).toEqual([
      ['nagare_fox.mp4', fox],
    ])
    expect(await found(`nagare_' or 1=1 --.mp4`, 'nagare_../fox.mp4', 'nagare_')).toEqual([])
  })

  test('find clips whose saved name is shortened, and only those', async () => {
    const { add, found } = await shop('My Shop')
    const long = `${'鳥居の波'.repeat(30)}.mp4`
    const id = await add(long)
    await add(`${'鳥居の波'.repeat(30)}.mov`)
    const saved = downloadName('My Shop', long)
    expect(saved.length).toBeLessThan(long.length)
    expect(await found(saved)).toEqual([[saved, id]])
    expect(await found(saved.replace('鳥居', '鳥'))).toEqual([])
  })
})
