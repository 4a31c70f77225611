import type { Kysely } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { replaceChoices } from '#server/search/choices/choices.ts'
import { queryKey } from '#server/search/choices/query-key.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish, publishLibrary } from '../../../../tests/support/search-library.ts'
import { suggest } from './suggest.ts'

describeEachDatabase('suggestions', (open) => {
  let db: Kysely<Database>
  beforeAll(async () => {
    db = await open()
    await publishLibrary(db)
    await publish(db, { title_ja: '雨', keywords_ja: ['欄間'] })
  })
  const shown = async (text: string) =>
    (await suggest({ db }, { text })).suggestions.map((suggestion) => `${suggestion.kind} ${suggestion.text}`)

  test.each([
    ['tok', 'keyword tokyo'],
    ['東', 'keyword 東京'],
    ['きょ', 'keyword 京都'],
    ['しんか', 'keyword 新幹線'],
    ['shinkan', 'keyword bullet train'],
    ['blos', 'keyword cherry blossom'],
    ['fest', 'category festivals'],
    ['トウ', 'keyword 東京'],
    ['golden pav', 'title Golden Pavilion Mirrored in the Pond'],
    ['金閣', 'title 池に映る金閣寺'],
  ])('%s leads to %s', async (text, suggestion) => {
    expect(await shown(text)).toContain(suggestion)
  })

  test.each([
    [['kyo', 'kyou', 'kyō', 'きょう', 'キョ'], 'keyword 京都'],
    [['tou', 'toukyo', 'tōkyō', 'tokyo', 'Tohk', 'TO'], 'keyword 東京'],
    [['sinkan', 'shinkan', 'shin kan', 'しんかん'], 'keyword 新幹線'],
    [['zinzya', 'jinja', 'zin', 'jin', 'じん'], 'keyword 神社'],
    [['matu', 'matsu', 'まつ'], 'keyword 祭り'],
    [['hu', 'fu'], 'keyword 冬'],
  ])('%j all lead to %s', async (texts, suggestion) => {
    for (const text of texts) expect(await shown(text), text).toContain(suggestion)
  })

  test.each(['とうきょう ', 'おんせんん ', '"」の夜「" '])(
    '%s, often repeated, is as good a question',
    async (text) => {
      await expect(suggest({ db }, { text: text.repeat(40).slice(0, 120) })).resolves.toBeDefined()
    },
  )

  test.each(['らん', 'ランマ', 'ran', 'ranm', 'ranma'])(
    '%s leads to the keyword that is read so',
    async (text) => {
      expect(await shown(text)).toContain('keyword 欄間')
    },
  )

  test('words in the script that is typed come before others', async () => {
    const keywords = (await shown('rai')).filter((line) => line.startsWith('keyword '))
    const firstJapanese = keywords.findIndex((line) => /\p{Script=Han}/u.test(line))
    expect(keywords).toEqual(expect.arrayContaining(['keyword rain', 'keyword 雨']))
    expect(keywords.slice(firstJapanese).some((line) => /[a-z]$/.test(line))).toBe(false)
    expect((await shown('雨'))[0]).toBe('keyword 雨')
  })

  test('an unfinished word is not a stop word', async () => {
    expect(await shown('in')).toContain('keyword incense')
  })

  test('searches with choices come first, then those by number of clips', async () => {
    const before = await shown('t')
    const [first] = before.filter((line) => line.startsWith('keyword '))
    const last = before.findLast((line) => /^keyword [a-z]/.test(line))!
    expect(last).not.toBe(first)
    const { id: source_id } = await db.selectFrom('sources').select('id').executeTakeFirstOrThrow()
    const chosen = last.replace('keyword ', '')
    await replaceChoices(db, [{ query_key: queryKey(chosen), source_id, weight: 0.5, people: 3 }])
    expect((await shown('t')).find((line) => line.startsWith('keyword '))).toBe(last)
    await replaceChoices(db, [{ query_key: 'tatooine', source_id, weight: 0.5, people: 3 }])
    expect(await shown('t')).toEqual(before)
    await replaceChoices(db, [])
  })

  test('a title leads to its clip and a category to its page', async () => {
    const { suggestions } = await suggest({ db }, { text: 'festiv' })
    expect(suggestions[0]).toEqual({ kind: 'category', text: 'festivals', category: 'festivals' })
    const [title] = (await suggest({ db }, { text: 'koi under' })).suggestions
    expect(title).toMatchObject({ kind: 'title', text: 'Koi under Moving Water' })
    const clip = await db
      .selectFrom('sources')
      .select('title')
      .where('id', '=', title!.source_id!)
      .executeTakeFirst()
    expect(clip?.title).toBe('Koi under Moving Water')
  })

  test('an empty or unsearchable text has no suggestions', async () => {
    expect([await shown(''), await shown(' !?')]).toEqual([[], []])
  })

  test('never more than requested, and no duplicates', async () => {
    for (const text of ['k', 'の', 't', 'さ']) {
      const { suggestions } = await suggest({ db }, { text, limit: 5 })
      expect(suggestions.length).toBeLessThanOrEqual(5)
      expect(new Set(suggestions.map((suggestion) => suggestion.text)).size).toBe(suggestions.length)
    }
  })
})
