import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { searchSources } from './search-sources.ts'

describeEachDatabase('a word in another spelling', (open) => {
  test('finds its clip, and none with a word that only looks similar', async () => {
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

describeEachDatabase('a misspelt word in a longer text', (open) => {
  test('finds similar words by sound or look, and says so', async () => {
    const db = await open()
    const titles = ['Elephant by a river', 'Pottery on a shelf', 'Robot arm', 'Japanese restaurant']
    const titles_ja = [
      '富士山と新幹線',
      '紫陽花の寺',
      '鎌倉の満月',
      '清水の舞台',
      '駅前のタワー',
      'カルデラ湖',
      '峠から見る雲海',
      '窓辺の机',
      '古民家の朝',
      '港の夜景',
      '丘の桜',
      '夜の森',
    ]
    for (const title of titles) await publish(db, { title })
    for (const title_ja of titles_ja) await publish(db, { title_ja })
    for (const [typed, instead, title] of [
      ['elefant', 'elephant', titles[0]],
      ['potery', 'pottery', titles[1]],
      ['robotts', 'robot', titles[2]],
      ['restraunt', 'restaurant', titles[3]],
      ['新幹腺', '新幹線', titles_ja[0]],
      ['富土山', '富士山', titles_ja[0]],
      ['紫陽化', '紫陽花', titles_ja[1]],
      ['満日', '満月', titles_ja[2]],
      ['清水の部隊', '清水の舞台', titles_ja[3]],
      ['カルテラ', 'カルデラ', titles_ja[5]],
      ['運海', '雲海', titles_ja[6]],
      ['夜系', '夜景', titles_ja[9]],
      ['桜並木', '桜', titles_ja[10]],
      ['珊机', '机', titles_ja[7]],
      ['traditonal japanese house', 'traditional japanese house', titles_ja[8]],
    ]) {
      const { sources, searched_instead } = await searchSources({ db }, { text: typed!, offset: 0 })
      const found = sources.map(({ title, title_ja }) => title || title_ja)
      expect([typed, searched_instead, ...found]).toEqual([typed, instead, title])
    }
  })

  test('is not announced if only parts of the text are found', async () => {
    const db = await open()
    await publish(db, { title: 'Old hands', keywords: ['couple'] })
    const { sources, searched_instead } = await searchSources({ db }, { text: 'old couple', offset: 0 })
    expect([sources.length, searched_instead]).toEqual([1, undefined])
  })

  test('in a katakana name does not find another thing with the rest', async () => {
    const db = await open()
    for (const title_ja of ['ウィーンの街', '夜のバー', 'ゴンドラに乗る']) await publish(db, { title_ja })
    for (const text of ['ハロウィーン', 'ハーバー', 'アイスクリーム'])
      expect([text, (await searchSources({ db }, { text, offset: 0 })).total]).toEqual([text, 0])
  })
})

describeEachDatabase('a phrase that no clip has completely', (open) => {
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

describeEachDatabase('katakana that the dictionary splits', (open) => {
  test('is corrected as a whole, with the right word’s results', async () => {
    const db = await open()
    for (const title_ja of ['氷の上のペンギン', '原宿のファッション', 'アニメの看板', '車のドア'])
      await publish(db, { title_ja })
    for (const [typed, found] of [
      ['ペペンギン', '氷の上のペンギン'],
      ['ファション', '原宿のファッション'],
    ]) {
      const { sources } = await searchSources({ db }, { text: typed!, offset: 0 })
      expect([typed, ...sources.map(({ title_ja }) => title_ja)]).toEqual([typed, found])
    }
  })

  test('an English word of no meaning is left out, and not corrected', async () => {
    const db = await open()
    await publish(db, { title: 'Baking sweets' })
    await publish(db, { title: 'Hands shaping a doll' })
    const { sources } = await searchSources({ db }, { text: 'hands making a doll', offset: 0 })
    expect(sources.map(({ title }) => title)).toEqual(['Hands shaping a doll'])
  })
})

describeEachDatabase('where something is', (open) => {
  test('is no name, though the dictionary has it as one', async () => {
    const db = await open()
    await publish(db, { title_ja: '山から見る朝日', keywords_ja: ['山', '朝日'] })
    await publish(db, { title_ja: '海の朝日', keywords_ja: ['海', '朝日'] })
    const { sources } = await searchSources({ db }, { text: '山の上から見る朝日', offset: 0 })
    expect(sources.map(({ title_ja }) => title_ja)).toEqual(['山から見る朝日'])
  })
})

describeEachDatabase('a dictionary word that no clip has', (open) => {
  test('is left out, and not taken for another word or for its kana', async () => {
    const db = await open()
    await publish(db, { title_ja: '学校で祈りを捧げる', keywords_ja: ['学校', '祈り'] })
    await publish(db, { title_ja: '商店街の学校', keywords_ja: ['学校'] })
    await publish(db, { title_ja: '庭を掃く僧', keywords_ja: ['僧'] })
    await publish(db, { title_ja: '湯気の立つうどん', keywords_ja: ['麺', 'うどん'] })
    await publish(db, { title_ja: '金の粒子', keywords_ja: ['輝き', 'きらきらした感じ', '立体感'] })
    for (const [typed, leftOut, titles] of [
      ['学校帰り', ['帰り'], ['学校で祈りを捧げる', '商店街の学校']],
      ['流しそうめん', ['流し', 'そう'], ['湯気の立つうどん']],
      ['自己肯定感', undefined, []],
    ] as const) {
      const { sources, left_out } = await searchSources({ db }, { text: typed, offset: 0 })
      expect([typed, left_out, sources.map(({ title_ja }) => title_ja).toSorted()]).toEqual([
        typed,
        leftOut,
        titles.toSorted(),
      ])
    }
  })
})
