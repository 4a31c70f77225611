import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish, type SearchedText } from '../../../../tests/support/search-library.ts'
import { searchSources } from './search-sources.ts'

interface Case {
  what: string
  clips: SearchedText[]
  /** The slugs that a text finds, in order, and what the first close ones lack. */
  asked: [text: string, slugs: string[], missing?: string[]][]
}

const CASES: Case[] = [
  {
    what: 'the words of a thing are not it if the table does not know each of them',
    clips: [
      { slug: 'fish', title: 'School of sardines', title_ja: 'イワシ', keywords: ['marine life'] },
      { slug: 'lunch', title: 'School lunch', title_ja: '給食' },
      {
        slug: 'grill',
        title: 'Pancake with dancing flakes',
        keywords: ['street food'],
        title_ja: 'お好み焼き',
      },
      { slug: 'battle', title: 'Breakdance', title_ja: 'ブレイクダンス' },
    ],
    asked: [
      ['school life', ['lunch']],
      ['street dance', ['battle', 'grill']],
    ],
  },
  {
    what: 'IT is computing in capitals or beside Japanese, and from above is more than above',
    clips: [
      { slug: 'code', title: 'Programmer', title_ja: 'IT企業のプログラマー' },
      { slug: 'firm', title: 'Handshake in a company', title_ja: '企業の握手' },
      { slug: 'drone', title: 'Aerial view of a river', title_ja: '川の空撮' },
      { slug: 'kite', title: 'Bird above a river', title_ja: '川の鳥' },
    ],
    asked: [
      ['IT企業', ['code']],
      ['it企業', ['code']],
      ['firm it', []],
      ['river from above', ['drone']],
      ['river above', ['kite', 'drone']],
    ],
  },
  {
    what: 'digits belong to the Japanese beside them, and what is missing is named as typed',
    clips: [
      { slug: 'truck', title: 'Truck', title_ja: '物流の２０２４年問題' },
      { slug: 'year', title: 'Whale', title_ja: '2024年のクジラ' },
    ],
    asked: [
      ['2024年問題', ['truck']],
      ['12月の鯨', ['year'], ['12月']],
      ['クジラ 3連休', ['year'], ['3連休']],
      ['クジラ 3Dプリンター', ['year'], ['3Dプリンター']],
    ],
  },
  {
    what: 'a name is not its words in another sense, and a part of it is no number',
    clips: [
      { slug: 'oysters', title_ja: '牡蠣を焼く屋台', keywords_ja: ['広島', '焼き'] },
      { slug: 'pancake', title_ja: 'お好み焼き' },
      { slug: 'falls', title_ja: '滝', keywords_ja: ['百', '一', '人'], description_ja: '首まで濡れる' },
    ],
    asked: [
      ['広島焼き', ['pancake'], ['広島焼き']],
      ['百人一首', []],
    ],
  },
  {
    what: 'an animal in katakana is not its homophone, even where no clip has it',
    clips: [
      { slug: 'hail', title: 'Hail', title_ja: '雹', keywords_ja: ['ひょう'] },
      { slug: 'lion', title: 'Lion', title_ja: 'ライオン' },
    ],
    asked: [
      ['ヒョウ', ['lion'], ['ヒョウ']],
      ['ひょう', ['hail']],
    ],
  },
]

describeEachDatabase('words that others decide', (open) => {
  test.each(CASES)('$what', async ({ clips, asked }) => {
    const db = await open()
    for (const clip of clips) await publish(db, clip)
    for (const [text, slugs, missing] of asked) {
      const { sources, close } = await searchSources({ db }, { text, offset: 0 })
      const found = sources.map(({ file_name }) => file_name)
      expect([text, found, close?.[0]?.missing]).toEqual([text, slugs, missing])
    }
  })
})
