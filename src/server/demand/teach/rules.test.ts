import { expect, test } from 'vitest'
import { RuleInput } from '#contract/studio/search/synonyms.ts'
import { MOST_RULES } from '#domain/studio/demand/rule-kinds.ts'
import { CountCache } from '#server/clips/count-cache.ts'
import { hideSource } from '#server/library/change-state.ts'
import { searchIds } from '#server/search/query/search-ids.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { readRules } from '#server/search/rules/read-rules.ts'
import { suggest } from '#server/search/suggest/suggest.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { countStock } from '../count-stock.ts'
import { previewRule } from './preview-rule.ts'
import { addRule, listRules, removeRule } from './rules.ts'
import { importRules, rulesFile } from './rules-file.ts'

const NOW = new Date('2026-11-22T09:00:00.000Z')

describeEachDatabase('rules of the operator', (open) => {
  async function shop() {
    const db = await open()
    const deps = { db, now: () => NOW }
    const editor = { id: await aUser(db) }
    const clips = {
      robot: await publish(db, { title: 'Old robot', keywords: ['robot'], slug: 'robot' }),
      rose: await publish(db, { title: 'Roses', keywords: ['rose', 'flower'], slug: 'rose' }),
      sakura: await publish(db, { title: 'Cherry blossom', keywords: ['sakura'], slug: 'sakura' }),
    }
    const add = (input: object) => addRule(deps, editor, RuleInput.parse(input))
    const list = async (q = '') => listRules(deps, { q, limit: 50, after: undefined })
    const found = async (text: string) =>
      (await searchSources(deps, { text, offset: 0 })).sources.map(({ file_name }) => file_name)
    const log = async () => {
      const rows = await db.selectFrom('audit_records').selectAll().orderBy('id').execute()
      return rows.map(({ actor, kind, action, detail }) => ({ actor, kind, action, ...JSON.parse(detail) }))
    }
    return { db, deps, editor, clips, add, list, found, log }
  }

  test('a rule holds at once, is listed with who and when, logged, and taken back', async () => {
    const { db, deps, editor, clips, add, list, found, log } = await shop()
    expect(await found('zorblax')).toEqual([])
    const rule = await add({ kind: 'same', word: ' ＺＯＲＢＬＡＸ ', target: 'Robot' })
    expect(rule).toMatchObject({
      ...{ kind: 'same', word: 'zorblax', target: 'robot', clips: [], conflicts: [] },
      created: NOW.toISOString(),
      by: (await db.selectFrom('users').select('name').executeTakeFirstOrThrow()).name,
    })
    expect(await found('zorblax')).toEqual(['robot'])
    expect(await searchIds(db, 'zorblax', 5)).toEqual([clips.robot])
    expect(await add({ kind: 'same', word: 'zorblax', target: 'robot' })).toEqual(rule)
    expect(await list()).toEqual({ rules: [rule], total: 1, next: null })
    expect((await list('blax')).total).toBe(1)
    expect((await list('other')).total).toBe(0)
    const tags = await db.selectFrom('invalidations').select('tag').execute()
    expect(tags.map(({ tag }) => tag)).toContain('searches')
    await removeRule(deps, editor, rule.id)
    await removeRule(deps, editor, rule.id)
    expect(await found('zorblax')).toEqual([])
    expect(await log()).toEqual([
      {
        ...{ actor: `user:${editor.id}`, kind: 'demand', action: 'rule.add', rule: rule.id },
        after: { how: 'same', text: 'zorblax', target: 'robot' },
      },
      {
        ...{ actor: `user:${editor.id}`, kind: 'demand', action: 'rule.remove', rule: rule.id },
        before: { how: 'same', text: 'zorblax', target: 'robot' },
      },
    ])
  })

  test('suggestions while typing follow it', async () => {
    const { db, deps, add } = await shop()
    await publish(db, { title: 'Tulips', keywords: ['flower field'] })
    const suggested = async (text: string) =>
      (await suggest(deps, { text })).suggestions.map((each) => each.text)
    expect(await suggested('zorblax')).toEqual([])
    expect(await suggested('flower')).toContain('flower field')
    await add({ kind: 'same', word: 'zorblax', target: 'robot' })
    await add({ kind: 'not', word: 'flower', target: 'flower field' })
    expect(await suggested('zorblax')).toEqual(['robot', 'Old robot'])
    const left = await suggested('flower')
    expect(left).toContain('flower')
    expect(left).not.toContain('flower field')
    expect(left).not.toContain('Tulips')
  })

  test('the words of a rule are counted anew, so that they leave the list of what finds nothing', async () => {
    const { db, deps, editor, add } = await shop()
    const kept = { created: '2026-11-21', stale: 0, stock: 0, counted_at: NOW.toISOString() } as const
    const texts = ['zorblax', 'robot', 'other']
    await db
      .insertInto('demand_searches')
      .values(texts.map((text) => ({ ...kept, text })))
      .execute()
    const due = async () => {
      const rows = db.selectFrom('demand_searches').select('text').where('counted_at', '=', '')
      return (await rows.orderBy('text').execute()).map(({ text }) => text)
    }
    const { id } = await add({ kind: 'same', word: 'zorblax', target: 'robot' })
    expect(await due()).toEqual(['robot', 'zorblax'])
    await countStock({ ...deps, log: undefined as never }, new AbortController().signal)
    const counted = await db.selectFrom('demand_searches').select(['text', 'stock']).orderBy('text').execute()
    expect(counted.map(({ text, stock }) => [text, stock])).toEqual([
      ['other', 0],
      ['robot', 1],
      ['zorblax', 1],
    ])
    await removeRule(deps, editor, id)
    expect(await due()).toEqual(['robot', 'zorblax'])
  })

  test('a process that hears of changes reads the rules anew after each, and never in between', async () => {
    const { deps, add, found } = await shop()
    const counts = new CountCache()
    const cached = async () =>
      (await searchSources({ ...deps, counts }, { text: 'zorblax', offset: 0 })).total
    expect(await cached()).toBe(0)
    await add({ kind: 'same', word: 'zorblax', target: 'robot' })
    expect([await cached(), await found('zorblax')]).toEqual([0, ['robot']])
    counts.clear()
    expect(await cached()).toBe(1)
  })

  test.each([
    [{ kind: 'same', word: '!?', target: 'robot' }, 'badRule', 'wordMissing'],
    [{ kind: 'also', word: 'robot', target: ' ' }, 'badRule', 'targetMissing'],
    [{ kind: 'same', word: 'robot', target: 'ロボット' }, 'badRule', 'sameWord'],
    [{ kind: 'not', word: 'Zorblaxes', target: 'zorblax' }, 'badRule', 'sameWord'],
    [{ kind: 'pin', word: 'robot' }, 'badRule', 'clipsMissing'],
    [{ kind: 'pin', word: 'robot', clips: [987654] }, 'badClips', '987654'],
  ] as const)('%o is refused as %s', async (input, code, message) => {
    const { deps, add } = await shop()
    await expect(add(input)).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
    await expect(previewRule(deps, RuleInput.parse(input))).rejects.toMatchObject({ code })
    expect(await readRules(deps.db)).toEqual([])
  })

  test('hidden clips are refused, and shown as a conflict when they are hidden later', async () => {
    const { db, clips, add, list } = await shop()
    const rule = await add({ kind: 'pin', word: 'flower', clips: [clips.sakura, clips.rose] })
    expect(rule.clips.map(({ id }) => id)).toEqual([clips.sakura, clips.rose])
    await db.transaction().execute((trx) => hideSource(trx, clips.rose))
    expect((await list()).rules[0]).toMatchObject({ conflicts: [{ kind: 'clips', rule: null }] })
    await expect(add({ kind: 'pin', word: 'red flower', clips: [clips.rose] })).rejects.toMatchObject({
      code: 'badClips',
    })
  })

  test('conflicts with the thesaurus and between rules are shown', async () => {
    const { add, list } = await shop()
    await add({ kind: 'not', word: 'flower', target: 'sakura' })
    await add({ kind: 'also', word: 'flower', target: '桜' })
    await add({ kind: 'also', word: 'robot', target: 'flower' })
    await add({ kind: 'also', word: 'flower', target: 'robot' })
    await add({ kind: 'same', word: 'zorblax', target: 'robot' })
    await add({ kind: 'same', word: 'ロボット', target: 'zorblaxes' })
    const { rules } = await list()
    expect(
      rules.map(({ conflicts }) => conflicts.map(({ kind, rule }) => [kind, rule?.kind])).reverse(),
    ).toEqual([
      [
        ['against', undefined],
        ['opposite', 'also'],
      ],
      [
        ['known', undefined],
        ['opposite', 'not'],
      ],
      [['circle', 'also']],
      [['circle', 'also']],
      [['twice', 'same']],
      [['twice', 'same']],
    ])
  })

  test('a preview shows the first clips before and after, and saves nothing', async () => {
    const { deps, clips, add, found } = await shop()
    const preview = await previewRule(
      deps,
      RuleInput.parse({ kind: 'also', word: 'robot', target: 'cherry blossom' }),
    )
    expect(preview.before).toMatchObject({ total: 1, clips: [{ id: clips.robot }] })
    expect(preview.after).toMatchObject({ total: 2, clips: [{ id: clips.robot }, { id: clips.sakura }] })
    expect([await readRules(deps.db), await found('robot')]).toEqual([[], ['robot']])
    await add({ kind: 'also', word: 'robot', target: 'rose' })
    const more = await previewRule(
      deps,
      RuleInput.parse({ kind: 'pin', word: 'robots', clips: [clips.sakura] }),
    )
    expect([more.before, more.after].map((side) => side.clips.map(({ id }) => id))).toEqual([
      [clips.robot, clips.rose],
      [clips.sakura, clips.robot, clips.rose],
    ])
  })

  test('rules come back from their file; each refused one stands alone', async () => {
    const { db, deps, editor, clips, add, found, log } = await shop()
    await add({ kind: 'same', word: 'zorblax', target: 'robot' })
    await add({ kind: 'not', word: 'no', target: '2024: "x"' })
    await add({ kind: 'pin', word: 'flower', clips: [clips.rose], until: '2026-12-24T00:00:00.000Z' })
    let yaml = ''
    for await (const part of rulesFile(deps)) yaml += part
    const rules = (await readRules(db)).map(({ id, ...rule }) => rule)
    await db.deleteFrom('search_rules').execute()
    const more = `${yaml}- kind: same\n  word: x\n- 7\n- kind: pin\n  word: robot\n  clips: [one]\n`
    const answer = await importRules(deps, editor, more)
    expect(answer).toMatchObject({ added: 3, known: 0, refused: 3 })
    expect(answer.problems.map(({ at, word }) => [at, word])).toEqual([
      [4, 'x'],
      [5, ''],
      [6, 'robot'],
    ])
    expect((await readRules(db)).map(({ id, ...rule }) => rule)).toEqual(rules)
    expect(await found('zorblax')).toEqual(['robot'])
    expect(await importRules(deps, editor, yaml)).toEqual({ added: 0, known: 3, refused: 0, problems: [] })
    expect((await log()).filter(({ action }) => action === 'rule.import')).toMatchObject([
      { count: 3, failed: 3 },
    ])
  })

  test.each([
    ['not YAML', '{', 'noYaml'],
    ['no list', 'a: 1', 'noList'],
    ['of aliases', '- &a [x]\n- *a', 'noYaml'],
    ['nested too deeply', '['.repeat(20_000), 'noYaml'],
    ['too long', `[${'1,'.repeat(MOST_RULES + 1)}]`, 'tooManyRules'],
  ])('a file that is %s is refused', async (_, yaml, why) => {
    const { deps, editor } = await shop()
    const importing = importRules(deps, editor, yaml)
    await expect(importing).rejects.toMatchObject({ code: 'badRule', message: expect.stringContaining(why) })
  })

  test('there is a most of rules, and a damaged row stops nothing', async () => {
    const { db, deps, editor, add, found } = await shop()
    const at = NOW.toISOString()
    const row = {
      kind: 'same',
      target: 'robot',
      clips: '[]',
      until: null,
      created: at,
      created_by: null,
    } as const
    const rows = Array.from({ length: MOST_RULES - 1 }, (_, n) => ({ ...row, word: `word${n}x` }))
    for (let from = 0; from < rows.length; from += 1000)
      await db
        .insertInto('search_rules')
        .values(rows.slice(from, from + 1000))
        .execute()
    await db
      .insertInto('search_rules')
      .values({ ...row, word: 'broken', clips: '{' })
      .execute()
    await expect(add({ kind: 'same', word: 'zorblax', target: 'robot' })).rejects.toMatchObject({
      code: 'tooManyRules',
    })
    const file = '- {kind: same, word: zorblax, target: robot}'
    expect(await importRules(deps, editor, file)).toMatchObject({ added: 0, refused: 1 })
    await db.deleteFrom('search_rules').where('word', '=', 'word0x').execute()
    await add({ kind: 'same', word: 'zorblax', target: 'robot' })
    expect(await found('zorblax')).toEqual(['robot'])
  })
})
