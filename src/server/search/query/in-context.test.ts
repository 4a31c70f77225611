import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish, type SearchedText } from '../../../../tests/support/search-library.ts'
import { searchSources } from './search-sources.ts'

interface Case {
  what: string
  clips: SearchedText[]
  /** The slugs that a text finds, in order. */
  asked: [text: string, slugs: string[]][]
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
]

describeEachDatabase('words that others decide', (open) => {
  test.each(CASES)('$what', async ({ clips, asked }) => {
    const db = await open()
    for (const clip of clips) await publish(db, clip)
    for (const [text, slugs] of asked) {
      const { sources } = await searchSources({ db }, { text, offset: 0 })
      expect([text, sources.map(({ file_name }) => file_name)]).toEqual([text, slugs])
    }
  })
})
