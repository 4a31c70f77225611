import { expect, test } from 'vitest'
import type { Person } from '#domain/membership/membership.ts'
import { BOARD_LIMITS } from '#domain/sets/set-limits.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { setShop } from '../../../../tests/support/shop/set-shop.ts'
import { changeBoard, createBoard, deleteBoard, noteInBoard, removeFromBoard } from './change-board.ts'
import { getBoard, getShownBoard, listBoards } from './find-board.ts'

describeEachDatabase('collections of one’s own', (open) => {
  async function shop() {
    const { deps, ids, maker } = await setShop(await open(), { clips: 4 })
    const other: Person = { id: await aUser(deps.db), membership: 'pro' }
    const { id } = await createBoard(deps, maker, { name: 'Titles', source_ids: ids.slice(0, 3) })
    const clips = async () => (await getBoard(deps, maker, id)).sources.map((clip) => clip.id)
    return { deps, ids: ids as [number, number, number, number], maker, other, id, clips }
  }

  test('clips are added once, ordered without losing any, and taken out', async () => {
    const { deps, ids, maker, id, clips } = await shop()
    const [a, b, c, d] = ids
    await changeBoard(deps, maker, { id, change: { added_ids: [d, a, d] } })
    expect(await clips()).toEqual([a, b, c, d])
    await noteInBoard(deps, maker, { id, source: c, note: 'Last shot' })
    await changeBoard(deps, maker, { id, change: { order: [c, a] } })
    expect(await clips()).toEqual([c, a, b, d])
    for (let time = 0; time < 2; time++) await removeFromBoard(deps, maker, { id, source: a })
    const { sources } = await getBoard(deps, maker, id)
    expect(sources.map((clip) => [clip.id, clip.note])).toEqual([
      [c, 'Last shot'],
      [b, ''],
      [d, ''],
    ])
    const { boards } = await listBoards(deps, maker, a)
    expect(boards).toMatchObject([{ id, name: 'Titles', clips: 3, has: false, link: null }])
    expect((await listBoards(deps, maker, b)).boards[0]!.has).toBe(true)
  })

  test('a hidden clip is not shown, and comes back in its place with its note', async () => {
    const { deps, ids, maker, id, clips } = await shop()
    const [a, b, c] = ids
    const state = (state: 'hidden' | 'published') =>
      deps.db.updateTable('library').set({ state }).where('id', '=', b).execute()
    await noteInBoard(deps, maker, { id, source: b, note: 'Maybe' })
    await state('hidden')
    expect(await clips()).toEqual([a, c])
    await changeBoard(deps, maker, { id, change: { order: [c, a] } })
    await state('published')
    expect(await clips()).toEqual([c, a, b])
    expect((await getBoard(deps, maker, id)).sources[2]!.note).toBe('Maybe')
  })

  test('nobody else can read or change one', async () => {
    const { deps, ids, other, id, maker } = await shop()
    const wrong = { code: 'setNotFound' }
    const admin: Person = { ...other, role: 'admin' }
    for (const person of [other, admin]) {
      await expect(getBoard(deps, person, id)).rejects.toMatchObject(wrong)
      await expect(changeBoard(deps, person, { id, change: { name: 'X' } })).rejects.toMatchObject(wrong)
      await expect(noteInBoard(deps, person, { id, source: ids[0], note: 'X' })).rejects.toMatchObject(wrong)
      await expect(removeFromBoard(deps, person, { id, source: ids[0] })).rejects.toMatchObject(wrong)
      await expect(deleteBoard(deps, person, id)).rejects.toMatchObject(wrong)
      expect((await listBoards(deps, person)).boards).toEqual([])
    }
    expect(await getBoard(deps, maker, id)).toMatchObject({ name: 'Titles', sources: { length: 3 } })
  })

  test('a link shows it without notes, with them if wished, and until it ends or its owner is suspended', async () => {
    const { deps, ids, maker, id } = await shop()
    await noteInBoard(deps, maker, { id, source: ids[0], note: 'For Aoi' })
    const { link } = await changeBoard(deps, maker, { id, change: { link: true } })
    expect(link).toMatch(/^[\w-]{32}$/)
    const notes = async () => (await getShownBoard(deps, link!)).sources.map(({ note }) => note)
    expect(await notes()).toEqual(['', '', ''])
    const again = await changeBoard(deps, maker, { id, change: { link: true, shows_notes: true } })
    expect(again.link).toBe(link)
    expect(await notes()).toEqual(['For Aoi', '', ''])
    const suspend = (suspended_at: string | null) =>
      deps.db.updateTable('users').set({ suspended_at }).where('id', '=', maker.id).execute()
    await suspend(deps.now().toISOString())
    await expect(notes()).rejects.toMatchObject({ code: 'setNotFound' })
    await suspend(null)
    await changeBoard(deps, maker, { id, change: { link: false } })
    await expect(notes()).rejects.toMatchObject({ code: 'setNotFound' })
    const anew = await changeBoard(deps, maker, { id, change: { link: true } })
    expect(anew.link).not.toBe(link)
  })

  test('it is deleted with its clips, and with its account', async () => {
    const { deps, maker, id } = await shop()
    const count = async () => (await deps.db.selectFrom('board_sources').selectAll().execute()).length
    await deleteBoard(deps, maker, id)
    expect(await count()).toBe(0)
    const { ids } = await setShop(deps.db, { clips: 1 })
    await createBoard(deps, maker, { name: 'Another', source_ids: ids })
    expect(await count()).toBe(1)
    await deps.db.deleteFrom('users').where('id', '=', maker.id).execute()
    expect(await deps.db.selectFrom('boards').selectAll().execute()).toEqual([])
    expect(await count()).toBe(0)
  })

  test('of many made at once exactly 200 are kept', async () => {
    const { deps, maker } = await shop()
    const created = deps.now().toISOString()
    const rows = Array.from({ length: BOARD_LIMITS.boards - 3 }, () => ({
      user_id: maker.id,
      name: 'x',
      created,
    }))
    await deps.db.insertInto('boards').values(rows).execute()
    const made = await Promise.allSettled(
      Array.from({ length: 6 }, () => createBoard(deps, maker, { name: 'Late' })),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect((await listBoards(deps, maker)).boards).toHaveLength(BOARD_LIMITS.boards)
    const refused = made.find(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({ reason: { code: 'setFull' } })
  })

  test('one clip more than 500, or one that does not exist, is refused and changes nothing', async () => {
    const { deps, ids, maker, id, clips } = await shop()
    const change = { name: 'New', added_ids: [ids[3], 987_654] }
    await expect(changeBoard(deps, maker, { id, change })).rejects.toMatchObject({ code: 'badClips' })
    const more = await setShop(deps.db, { clips: BOARD_LIMITS.clips - 3 })
    await changeBoard(deps, maker, { id, change: { added_ids: more.ids } })
    const over = { id, change: { added_ids: [ids[3]] } }
    await expect(changeBoard(deps, maker, over)).rejects.toMatchObject({ code: 'setFull' })
    expect(await clips()).toHaveLength(BOARD_LIMITS.clips)
    expect((await getBoard(deps, maker, id)).name).toBe('Titles')
    await changeBoard(deps, maker, { id, change: { order: more.ids.toReversed() } })
    expect((await clips())[0]).toBe(more.ids.at(-1))
  })
})
