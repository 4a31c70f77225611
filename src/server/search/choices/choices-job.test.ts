import type { Kysely } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import type { ActivityLabel } from '#domain/people/activity.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../../tests/support/database/rows.ts'
import { choicesFor, choosersOf, chosenQueries } from './choices.ts'
import { choicesJob, FEWEST_SEARCHES, learnChoices } from './learn-choices.ts'

const NOW = new Date('2026-12-01T12:00:00.000Z')
const now = () => NOW
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString()

interface Clicked {
  path: string
  id: number
  user_id?: number | null
  label?: ActivityLabel
  created?: string
}

describeEachDatabase('learning from searches', (open) => {
  let db: Kysely<Database>
  let temple: number
  let shrine: number

  async function click(...clicks: Clicked[]): Promise<void> {
    const rows = clicks.map(({ path, id, user_id = null, label = 'RESULT_CLICK', created = daysAgo(0) }) => ({
      user_id,
      label,
      created,
      meta: JSON.stringify({ path, id }),
    }))
    await db.insertInto('activities').values(rows).execute()
  }

  beforeEach(async () => {
    db = await open()
    temple = (await aClip(db)).id
    shrine = (await aClip(db)).id
    const others = Array.from({ length: FEWEST_SEARCHES }, (_, at) => ({ path: `/s/own-${at}`, id: temple }))
    await click(...others.slice(0, 500))
    await click(...others.slice(500))
  })

  const logged: object[] = []
  const run = (state: unknown, at = NOW) => {
    const log = { info: (fields: object) => logged.push(fields) }
    const deps = { db, now: () => at, log } as unknown as Deps
    return choicesJob.run(deps, { state, signal: new AbortController().signal })
  }

  test('clips opened after a search get a weight for it, from pages in both languages', async () => {
    await click(
      { path: '/s/Kyoto-rain', id: temple },
      { path: '/ja/s/kyoto-rain', id: temple },
      { path: '/s/ＫＹＯＴＯ-rain', id: temple },
      { path: '/s/kyoto-rain', id: shrine },
    )
    expect(await choicesFor(db, 'kyoto rain')).toEqual(new Map())
    expect(await learnChoices({ db, now })).toBe(1)
    expect(await choicesFor(db, ' kyoto  RAIN')).toEqual(new Map([[temple, 3 / (4 + 3)]]))
    expect(await choicesFor(db, 'kyoto')).toEqual(new Map())
  })

  test('one member is one person, however often, and a download counts most', async () => {
    const people = [await aUser(db), await aUser(db), await aUser(db)]
    const [first, second, third] = people as [number, number, number]
    const path = '/s/fox'
    for (const created of [daysAgo(0), daysAgo(1), daysAgo(2)])
      await click(
        { path, id: shrine, user_id: first, created },
        { path, id: shrine, user_id: second, created },
      )
    for (const user_id of people) await click({ path, id: temple, user_id })
    await db
      .insertInto('likes')
      .values({ user_id: second, source_id: temple, created: daysAgo(0) })
      .execute()
    await download(db, third, temple)
    await learnChoices({ db, now })
    const shown = await choicesFor(db, 'fox')
    expect([...shown.keys()]).toEqual([temple])
    expect(shown.get(temple)).toBeCloseTo((1 + 3 + 5) / (1 + 3 + 5 + (1 + 1) + 3))
  })

  test('a heart pressed in the results counts only if the like is stored', async () => {
    const people = [await aUser(db), await aUser(db), await aUser(db)]
    for (const user_id of people)
      await click({ path: '/s/fox', id: temple, user_id, label: 'LIKECLICK_CLICK' })
    expect(await learnChoices({ db, now })).toBe(0)
    for (const user_id of people)
      await db
        .insertInto('likes')
        .values({ user_id, source_id: temple, created: daysAgo(0) })
        .execute()
    await learnChoices({ db, now })
    expect((await choicesFor(db, 'fox')).get(temple)).toBeCloseTo(9 / (9 + 3))
  })

  test('old choices count despite thousands of newer ones, until they are half a year old', async () => {
    for (const user_id of [await aUser(db), await aUser(db), await aUser(db)])
      for (const [path, created] of [['/s/fox', daysAgo(179)] as const, ['/s/bear', daysAgo(181)] as const])
        await click({ path, id: temple, user_id, created })
    for (let part = 0; part < 5; part++)
      await click(...Array.from({ length: 500 }, (_, at) => ({ path: `/s/more-${part}-${at}`, id: shrine })))
    await learnChoices({ db, now })
    expect(await chosenQueries(db, 'fox', 1)).toEqual(['fox'])
    expect(await chosenQueries(db, 'bear', 1)).toEqual([])
  })

  test('clicks elsewhere do not count, and deleted clips are dropped', async () => {
    for (let visitor = 0; visitor < 3; visitor++)
      await click(
        { path: '/m/7', id: temple },
        { path: '/t/fox', id: temple },
        { path: '/s/fox', id: 999_999 },
      )
    expect(await learnChoices({ db, now })).toBe(0)
    for (let visitor = 0; visitor < 3; visitor++) await click({ path: '/s/fox', id: shrine })
    expect(await learnChoices({ db, now })).toBe(1)
    await db.deleteFrom('library').where('id', '=', shrine).execute()
    expect(await choicesFor(db, 'fox')).toEqual(new Map())
  })

  test('outdated choices disappear, and repeating changes nothing', async () => {
    for (let visitor = 0; visitor < 3; visitor++) await click({ path: '/s/fox', id: temple })
    await learnChoices({ db, now })
    const before = await db.selectFrom('search_choices').selectAll().execute()
    await learnChoices({ db, now })
    expect(await db.selectFrom('search_choices').selectAll().execute()).toEqual(before)
    await db.deleteFrom('activities').where('meta', 'like', '%fox%').execute()
    await learnChoices({ db, now })
    expect(await choicesFor(db, 'fox')).toEqual(new Map())
  })

  test('searches are found by their beginning, those with most people first', async () => {
    for (let visitor = 0; visitor < 4; visitor++) await click({ path: '/s/fox-mask', id: temple })
    for (let visitor = 0; visitor < 3; visitor++)
      await click({ path: '/s/fox', id: temple }, { path: '/s/bear', id: temple })
    await learnChoices({ db, now })
    expect(await chosenQueries(db, 'Fo', 5)).toEqual(['fox mask', 'fox'])
    expect(await chosenQueries(db, 'fox', 1)).toEqual(['fox mask'])
    expect(await choosersOf(db, ['FOX', 'owl'])).toEqual(new Map([['FOX', 3]]))
  })

  test('it runs once a night, and deletes clicks on results after half a year', async () => {
    await click(
      { path: '/s/fox', id: temple, created: daysAgo(181) },
      { path: '/m/7', id: temple, created: daysAgo(181), label: 'LIKECLICK_CLICK' },
    )
    const state = await run(undefined)
    expect(state).toEqual({ at: NOW.toISOString(), choices: 0 })
    const left = await db
      .selectFrom('activities')
      .select('label')
      .where('created', '<', daysAgo(180))
      .execute()
    expect(left).toEqual([{ label: 'LIKECLICK_CLICK' }])
    logged.length = 0
    expect(await run(state)).toBe(state)
    expect(logged).toEqual([])
    await run(state, new Date(NOW.getTime() + DAY_MS))
    expect(logged).toHaveLength(1)
  })
})

async function download(db: Kysely<Database>, user_id: number, source_id: number): Promise<void> {
  const clip = { source_id, clip_id: source_id, clip_title: '', clip_title_ja: '', file_name: '' }
  const terms = { license: '', license_type: 'commercial', terms_version: '', plan: 'pro' } as const
  const via = { via: 'clip', via_name: '', licensee_name: '' } as const
  await db
    .insertInto('downloads')
    .values({ public_id: `licence ${user_id}`, user_id, ...clip, ...terms, ...via, created: daysAgo(0) })
    .execute()
}
