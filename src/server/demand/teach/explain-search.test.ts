import { expect, test } from 'vitest'
import { RuleInput } from '#contract/studio/search/synonyms.ts'
import { describePlainSql } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { explainSearch } from './explain-search.ts'
import { addRule } from './rules.ts'

describePlainSql('the explanation of a search', (open) => {
  async function shop() {
    const db = await open()
    const deps = { db, now: () => new Date('2026-11-22T09:00:00.000Z') }
    const by = { id: await aUser(db) }
    const clips = {
      night: await publish(db, { title: 'Robot at night', keywords: ['robot', 'night'] }),
      day: await publish(db, { title: 'Machine by day', keywords: ['robot'] }),
      rose: await publish(db, { title: 'Roses', keywords: ['rose'] }),
    }
    const add = (input: object) => addRule(deps, by, RuleInput.parse(input))
    return { deps, clips, add }
  }

  test('says what each word stands for, which rule it follows, and how each clip has it', async () => {
    const { deps, clips, add } = await shop()
    const rule = await add({ kind: 'same', word: 'zorblax', target: 'robot' })
    const { words, excluded, instead, total, close, first } = await explainSearch(
      deps,
      'zorblax nights -rose',
    )
    expect(words).toMatchObject([
      {
        ...{ typed: 'zorblax', information: 'normal', means: expect.arrayContaining(['ロボット']) },
        rules: [{ id: rule.id, kind: 'same', word: 'zorblax', target: 'robot' }],
      },
      { typed: 'nights', means: expect.arrayContaining(['夜']), rules: [] },
    ])
    expect([excluded, instead, total, close]).toEqual([['rose'], null, 1, []])
    expect(first).toMatchObject([
      {
        ...{ id: clips.night, pinned: false, chosen: false },
        found: [
          { typed: 'zorblax', how: 'same', where: 'title' },
          { typed: 'nights', how: 'inflected', where: 'title' },
        ],
      },
    ])
  })

  test('says what is pinned, what close clips lack, and what was searched instead', async () => {
    const { deps, clips, add } = await shop()
    await add({ kind: 'pin', word: 'robot night rose', clips: [clips.day] })
    const { total, close, first } = await explainSearch(deps, 'robot night rose')
    expect([total, first[0]]).toMatchObject([2, { id: clips.day, pinned: true }])
    expect(first.map(({ id }) => id)).toContain(clips.night)
    expect(close).toEqual([{ offset: 1, missing: ['rose'] }])
    expect((await explainSearch(deps, 'robto')).instead).toBe('robot')
    expect((await explainSearch(deps, '!!')).words).toEqual([])
  })
})
