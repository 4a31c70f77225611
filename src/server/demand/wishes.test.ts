import { expect, test } from 'vitest'
import type { Wish } from '#contract/studio/search/demand.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { addWish, changeWish, listWishes, removeWish } from './wishes.ts'

describePlainSql('wishes', (open) => {
  /** An editor with two wishes: red fox, and later owl. */
  async function wishList() {
    const { deps, pass } = accountsOn(await open())
    const { db } = deps
    const editor = { id: await aUser(db) }
    const fox = await addWish(deps, editor, { text: ' Red  FOX ', note: 'in snow' })
    pass(1000)
    const owl = await addWish(deps, editor, { text: 'owl', note: 'at night' })
    return {
      ...{ deps, db, pass, editor, fox, owl },
      change: (id: number, change: { note?: string; status?: Wish['status']; clips?: number[] }) => {
        pass(1000)
        return changeWish(deps, editor, { id, ...change })
      },
      clipsOf: (wish: Wish | undefined) => wish?.clips.map(({ id, linked }) => ({ id, linked })),
      async log() {
        const rows = await db.selectFrom('audit_records').selectAll().orderBy('id').execute()
        return rows.map(({ action, detail }) => [action, JSON.parse(detail)])
      },
    }
  }

  test('an empty list is no error, and a new wish has no figures yet', async () => {
    const { deps } = accountsOn(await open())
    expect(await listWishes(deps)).toEqual({ wishes: [], more: false })
    const editor = { id: await aUser(deps.db) }
    const at = deps.now().toISOString()
    const fox = await addWish(deps, editor, { text: 'fox', note: '' })
    const known = { id: fox.id, text: 'fox', note: '', status: 'wanted', created: at, updated: at }
    expect(fox).toEqual({ ...known, visitors: 0, stock: null, stock_at_least: false, clips: [] })
    expect(await listWishes(deps)).toEqual({ wishes: [fox], more: false })
  })

  test('a text is wished once, and needs a letter', async () => {
    const { deps, editor, fox, log } = await wishList()
    expect(await addWish(deps, editor, { text: 'RED fox', note: 'another' })).toEqual(fox)
    await expect(addWish(deps, editor, { text: ' \u3000', note: '' })).rejects.toMatchObject({
      code: 'badRequest',
    })
    expect(await log()).toMatchObject([
      ['wish.add', { wish: fox.id, after: { text: 'red fox', note: 'in snow' } }],
      ['wish.add', { after: { text: 'owl' } }],
    ])
  })

  test('one of two wishes is changed, then removed; the other stays, and the log has what changed', async () => {
    const { deps, editor, fox, owl, change, log } = await wishList()
    const changed = await change(fox.id, { status: 'filming' })
    expect(changed).toMatchObject({ id: fox.id, status: 'filming', note: 'in snow' })
    expect(changed.updated > owl.updated).toBe(true)
    expect(await listWishes(deps)).toEqual({ wishes: [changed, owl], more: false })
    await removeWish(deps, editor, fox.id)
    await removeWish(deps, editor, fox.id)
    expect((await listWishes(deps)).wishes).toEqual([owl])
    await expect(change(fox.id, { note: 'gone' })).rejects.toMatchObject({ code: 'notFound' })
    expect((await log()).slice(2)).toEqual([
      [
        'wish.edit',
        { wish: fox.id, text: 'red fox', before: { status: 'wanted' }, after: { status: 'filming' } },
      ],
      ['wish.remove', { wish: fox.id, before: { text: 'red fox', note: 'in snow', status: 'filming' } }],
    ])
  })

  test('a wish’s clips are replaced; one that stays keeps its time, and other wishes keep theirs', async () => {
    const { deps, db, fox, owl, change, clipsOf, log } = await wishList()
    const [one, two, three] = [await aClip(db), await aClip(db), await aClip(db)].map(({ id }) => id) as [
      ...[number, number, number],
    ]
    const first = await change(fox.id, { clips: [two, one, two] })
    const other = await change(owl.id, { clips: [two] })
    expect(clipsOf(first)).toEqual([one, two].map((id) => ({ id, linked: first.updated })))
    const second = await change(fox.id, { clips: [three, one] })
    expect(clipsOf(second)).toEqual([
      { id: one, linked: first.updated },
      { id: three, linked: second.updated },
    ])
    const noted = await change(owl.id, { note: 'in rain' })
    expect(clipsOf(noted)).toEqual(clipsOf(other))
    expect((await log()).slice(2).map(([, { before, after }]) => ({ before, after }))).toEqual([
      { before: { clips: [] }, after: { clips: [two, one, two] } },
      { before: { clips: [] }, after: { clips: [two] } },
      { before: { clips: [one, two] }, after: { clips: [three, one] } },
      { before: { note: 'at night' }, after: { note: 'in rain' } },
    ])
    expect((await change(fox.id, { clips: [] })).clips).toEqual([])
    expect((await listWishes(deps)).wishes.map(({ clips }) => clips.map(({ id }) => id))).toEqual([[], [two]])
  })

  test('an unknown clip is refused and changes nothing; a deleted one may stay, but is not shown', async () => {
    const { db, fox, change } = await wishList()
    const [kept, deleted] = [(await aClip(db)).id, (await aClip(db)).id]
    await change(fox.id, { clips: [kept, deleted] })
    await expect(change(fox.id, { note: 'no', clips: [kept, 987654] })).rejects.toMatchObject({
      code: 'badClips',
      message: expect.stringMatching(/ 987654$/),
    })
    await db.deleteFrom('library').where('id', '=', deleted).execute()
    const changed = await change(fox.id, { clips: [kept, deleted] })
    expect(changed).toMatchObject({ note: 'in snow', clips: [{ id: kept }] })
    const links = db.selectFrom('wish_clips').select('source_id').orderBy('source_id')
    expect(await links.execute()).toEqual([{ source_id: kept }, { source_id: deleted }])
  })

  test('each wish has its own searches of 90 days, stock, and figures of 400 days', async () => {
    const { deps, db, fox, owl, change } = await wishList()
    const searched = { created: '2026-11-21', stale: 0 } as const
    const counts = { little: 0, clicked: 0 }
    await db
      .insertInto('demand_searches')
      .values([
        { ...searched, text: 'red fox', stock: 1000, stock_at_least: 1 },
        { ...searched, text: 'owl', stock: 7, stock_at_least: 0 },
      ])
      .execute()
    await db
      .insertInto('demand_figures')
      .values([
        { ...counts, text: 'red fox', days: 30, locale: '', visitors: 3 },
        { ...counts, text: 'red fox', days: 90, locale: 'en', visitors: 4 },
        { ...counts, text: 'red fox', days: 90, locale: '', visitors: 5 },
      ])
      .execute()
    const [seen, unseen] = [(await aClip(db)).id, (await aClip(db, { source: { state: 'hidden' } })).id]
    await db
      .insertInto('clip_figures')
      .values([
        { source_id: seen, days: 90, views: 1, previews: 1, likes: 1, downloads: 1 },
        { source_id: seen, days: 400, views: 5, previews: 6, likes: 7, downloads: 8 },
      ])
      .execute()
    await change(owl.id, { clips: [seen] })
    await change(fox.id, { clips: [unseen, seen] })
    const figures = { id: seen, published: true, views: 5, previews: 6, likes: 7, downloads: 8 }
    expect((await listWishes(deps)).wishes).toMatchObject([
      {
        ...{ text: 'red fox', visitors: 5, stock: 1000, stock_at_least: true },
        clips: [figures, { id: unseen, published: false, views: 0, previews: 0, likes: 0, downloads: 0 }],
      },
      { text: 'owl', visitors: 0, stock: 7, stock_at_least: false, clips: [figures] },
    ])
  })

  test('the list shows 200 wishes, last changed first, and says whether there are more', async () => {
    const { deps, db, fox, owl, change } = await wishList()
    const at = { status: 'wanted', note: '', created: '2026-01-01T00:00:00.000Z' } as const
    const rows = Array.from({ length: 198 }, (_, n) => ({ ...at, text: `wish ${n}`, updated: at.created }))
    await db.insertInto('wishes').values(rows).execute()
    const full = await listWishes(deps)
    expect([full.wishes.length, full.more]).toEqual([200, false])
    expect(full.wishes.slice(0, 2)).toEqual([owl, fox])
    await db
      .insertInto('wishes')
      .values({ ...at, text: 'oldest', updated: '2025' })
      .execute()
    const changed = await change(fox.id, { note: 'again' })
    const over = await listWishes(deps)
    expect([over.wishes.length, over.more]).toEqual([200, true])
    expect(over.wishes.slice(0, 2)).toEqual([changed, owl])
    expect(over.wishes.some(({ text }) => text === 'oldest')).toBe(false)
  })
})
