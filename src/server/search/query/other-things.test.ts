import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { searchSources } from './search-sources.ts'

const databases = sqliteDatabases()
let db: Kysely<Database>
beforeAll(async () => {
  db = await databases.open()
  await publish(db, { slug: 'whale', title: 'Whale jumping', title_ja: 'クジラのジャンプ' })
  await publish(db, { slug: 'whale-shark', title: 'Whale shark', title_ja: 'ジンベエザメ' })
  await publish(db, { slug: 'jet', title: 'Plane above the sea', title_ja: '海の上の飛行機' })
  await publish(db, { slug: 'helicopter', title: 'Helicopter', title_ja: 'ヘリコプター' })
  await publish(db, { slug: 'carpenter', title: 'Carpenter using a plane', title_ja: '大工の鉋がけ' })
  await publish(db, { slug: 'house', title: 'White house', title_ja: '白い家' })
  await publish(db, { slug: 'calligrapher', title: 'Calligrapher', title_ja: '筆をさばく書道家' })
  await publish(db, { slug: 'spider', title: 'Spider', title_ja: '草むらのクモ' })
  await publish(db, { slug: 'cloud', title: 'Cloud', title_ja: '白い雲' })
  await publish(db, { slug: 'desert', title: 'Desert', title_ja: '鉛色の砂漠' })
  await publish(db, { slug: 'lead', title: 'Lead', title_ja: '鉛の玉' })
  await publish(db, { slug: 'gazing', title: 'Looking at the sea', title_ja: '海を眺める人' })
  await publish(db, { slug: 'typhoon', title_ja: '窓', keywords_ja: ['暴風', '雷', '霧雨'] })
  await publish(db, { slug: 'coat', title_ja: 'コート', keywords_ja: ['霧雨'] })
  await publish(db, { slug: 'insect', title_ja: '草の虫' })
  await publish(db, { slug: 'kitchen', title_ja: '台所の料理' })
  await publish(db, { slug: 'cutlet', title_ja: '豚カツ' })
  await publish(db, { slug: 'fisherman', title_ja: '漁師' })
  await publish(db, { slug: 'sushi', title_ja: '寿司' })
  await publish(db, { slug: 'maples', title: 'Red maples by a pond', keywords: ['red', 'ocean'] })
  await publish(db, { slug: 'castle', title_ja: '城をドローンで空撮' })
  await publish(db, { slug: 'orchard', title_ja: '青い空', keywords_ja: ['果樹園'] })
  await publish(db, { slug: 'cup', title: 'A cup in Kochi', keywords_ja: ['コーヒー'] })
})
afterAll(() => databases.close())

const found = async (text: string) => (await inOrder(text)).toSorted()
const inOrder = async (text: string) =>
  (await searchSources({ db }, { text, offset: 0 })).sources.map(({ file_name }) => file_name)

test('a name does not find a longer name that begins with it', async () => {
  expect(await found('whale')).toEqual(['whale'])
  expect(await found('shark')).toEqual(['whale-shark'])
  expect(await found('whale shark')).toEqual(['whale-shark'])
})

test('a thing without a kind is found by its parts', async () => {
  expect(await found('sea')).toEqual(['gazing', 'jet', 'maples'])
})

test('a homograph is decided by the texts in the other language, and still finds its spelling', async () => {
  expect(await found('aircraft')).toEqual(['jet'])
  expect(await found('plane')).toEqual(['carpenter', 'jet'])
})

test('a character with another reading inside a word, or a verb in kana, is another word', async () => {
  expect(await found('家')).toEqual(['house'])
  expect(await found('砂漠')).toEqual(['desert'])
  expect(await found('鉛')).toEqual(['lead'])
})

test('the end of a katakana word that begins with a lone letter is no word', async () => {
  expect(await found('ドローン')).toEqual(['castle'])
  expect(await found('ローン')).toEqual([])
})

test('a sea and something red are close to the Red Sea, not it', async () => {
  const { exact_total, close } = await searchSources({ db }, { text: 'red sea', offset: 0 })
  expect([exact_total, close?.[0]?.missing]).toEqual([0, ['red sea']])
})

test('a word in hiragana alone is what the table reads', async () => {
  // The dictionary takes it for a form of 料る.
  expect(await found('りょうり')).toEqual(['cutlet', 'kitchen', 'sushi'])
  expect(await found('とんかつ')).toEqual(['cutlet'])
})

test('an animal in katakana is not its homophone', async () => {
  expect(await found('クモ')).toEqual(['spider'])
  expect(await found('雲')).toEqual(['cloud'])
})

test('a broad word shows clips with several kinds of it first', async () => {
  expect(await inOrder('天気')).toEqual(['typhoon', 'coat'])
})

test('romaji and kana find the same as the word in kanji, and are not corrected', async () => {
  expect(await found('mushi')).toEqual(['insect'])
  for (const text of ['果樹園', 'かじゅえん', 'kajuen'])
    expect([text, await found(text)]).toEqual([text, ['orchard']])
  for (const text of ['kohi', 'kōhī', 'koohii']) {
    const { sources, searched_instead } = await searchSources({ db }, { text, offset: 0 })
    expect([text, sources.length, searched_instead]).toEqual([text, 1, undefined])
  }
})

test('function words between things are no word of their own', async () => {
  expect(await found('海の上の飛行機')).toEqual(['jet'])
})
