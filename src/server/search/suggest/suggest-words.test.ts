import type { Kysely } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publishLibrary } from '../../../../tests/support/search-library.ts'
import { otherWords, suggestWords } from './suggest-words.ts'

describeEachDatabase('keywords to choose from', (open) => {
  let db: Kysely<Database>
  beforeAll(async () => {
    db = await open()
    await publishLibrary(db)
  })
  const words = (text: string, locale: 'en' | 'ja') => suggestWords({ db }, { text, locale })

  test('those of the library come first, in the language of the field', async () => {
    expect((await words('tok', 'en'))[0]).toBe('tokyo')
    expect((await words('とう', 'ja'))[0]).toBe('東京')
    expect((await words('kyo', 'ja'))[0]).toBe('京都')
    for (const word of await words('to', 'en')) expect(word).not.toMatch(/\p{Script=Han}/u)
  })

  test('the thesaurus knows words that no clip has', async () => {
    expect(await words('omoide', 'en')).toContain('omoide yokocho')
    expect(await words('思い出横', 'ja')).toContain('思い出横丁')
    expect(await words('', 'en')).toEqual([])
    expect(await words('qqxx', 'en')).toEqual([])
  })
})

test('a keyword has its translations, in their usual spelling', () => {
  const words = ['shinjuku', 'Memory Lane', 'no such thing']
  expect(otherWords({ words, from: 'en' })).toEqual([
    { word: 'shinjuku', others: ['新宿', '新宿区'] },
    { word: 'Memory Lane', others: ['思い出横丁'] },
  ])
  expect(otherWords({ words: ['しんじゅく'], from: 'ja' })).toEqual([
    { word: 'しんじゅく', others: ['shinjuku'] },
  ])
})
