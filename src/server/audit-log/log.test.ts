import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { audit } from '#server/audit.ts'
import { engineOf } from '#server/db/engine.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { rowsOf } from '../../../tests/support/read-csv.ts'
import { exportLog, listLog } from './list-log.ts'

const day = (date: number) => new Date(`2026-11-${String(date).padStart(2, '0')}T09:00:00.000Z`)

describeEachDatabase('the log', (open) => {
  async function aLog() {
    const db = await open()
    const [editor, member] = [
      await aUser(db, { name: 'Ren', role: 'editor' }),
      await aUser(db, { name: 'Mio' }),
    ]
    const clip = (await aClip(db, { source: { title: 'Fushimi Inari' } })).id
    const by = { actor: { id: editor }, userId: null }
    const detail = { source: clip, before: { title: 'Inari' }, after: { title: 'Fushimi Inari' } }
    await audit(db, { ...by, action: 'clip.edit', detail, at: day(1) })
    await audit(db, { actor: 'cli', action: 'grant.made', userId: member, detail: {}, at: day(2) })
    await audit(db, { ...by, action: 'promotion.end', detail: { id: 1, slug: 'kyoto' }, at: day(3) })
    await audit(db, { actor: 'cli', action: 'search.reindex', userId: null, detail: {}, at: day(4) })
    const actions = async (query: Parameters<typeof listLog>[1]) =>
      (await listLog({ db }, query)).entries.map(({ action }) => action)
    return { db, editor, member, clip, actions }
  }

  test('tells who did what to whom, newest first, with the names of today', async () => {
    const { db, editor, member, clip } = await aLog()
    const { entries, people, next } = await listLog({ db }, {})
    expect(entries).toMatchObject([
      { action: 'search.reindex', actor: 'cli', by: null, kind: 'system' },
      { action: 'promotion.end', kind: 'set', subject: 'promotion:kyoto' },
      { action: 'grant.made', kind: 'member', member: { id: member, name: 'Mio' } },
      {
        ...{ action: 'clip.edit', kind: 'clip', subject: `clip:${clip}`, clip_title: 'Fushimi Inari' },
        ...{ by: { id: editor, name: 'Ren' }, detail: { before: { title: 'Inari' } } },
      },
    ])
    expect(people).toEqual([{ id: editor, name: 'Ren' }])
    expect(next).toBeNull()
  })

  test('is filtered by person, kind, clip, set, member and dates', async () => {
    const { actions, editor, member, clip } = await aLog()
    expect(await actions({ actor: `user:${editor}` })).toEqual(['promotion.end', 'clip.edit'])
    expect(await actions({ actor: 'cli', kind: 'member' })).toEqual(['grant.made'])
    expect(await actions({ subject: `clip:${clip}` })).toEqual(['clip.edit'])
    expect(await actions({ subject: 'promotion:kyoto' })).toEqual(['promotion.end'])
    expect(await actions({ subject: 'clip:' })).toEqual([])
    expect(await actions({ member })).toEqual(['grant.made'])
    const [from, to] = [day(2).toISOString(), day(4).toISOString()]
    expect(await actions({ from, to })).toEqual(['promotion.end', 'grant.made'])
  })

  test('shows for a clip also the bulk changes that included it', async () => {
    const { db, actions, clip } = await aLog()
    const others = Array.from({ length: 2_000 }, (_, n) => clip + n + 1)
    const change = { actor: 'cli' as const, userId: null, at: day(5) }
    const ai = { operation: 7, ai: 0, ids: [...others, clip] }
    await audit(db, { ...change, action: 'library.ai', detail: ai })
    await audit(db, {
      ...change,
      action: 'library.category',
      detail: { operation: 8, category: 'sea', ids: others },
    })
    expect(await actions({ subject: `clip:${clip}` })).toEqual(['library.ai', 'clip.edit'])
    const { entries } = await listLog({ db }, { subject: 'operation:7' })
    expect(entries[0]?.detail.ids).toHaveLength(1_000)
  })

  test('comes in pages, even with many entries at one time, and as CSV, whose export is logged', async () => {
    const { db, editor } = await aLog()
    for (let n = 0; n < 120; n++)
      await audit(db, { actor: 'cli', action: 'clip.ingest', userId: null, detail: { n }, at: day(5) })
    const seen: number[] = []
    for (let before: string | undefined; ; ) {
      const { entries, next } = await listLog({ db }, { kind: 'clip', ...(before && { before }) })
      seen.push(...entries.map(({ id }) => id))
      if (next === null) break
      before = next
    }
    expect(seen).toHaveLength(121)
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a))
    const deps = { db, now: () => day(6), site: { timeZone: 'UTC' } }
    const rows = await rowsOf(exportLog(deps, { id: editor }, { actor: `user:${editor}` }))
    expect(rows[1]).toContain(`user:${editor},Ren,log.export`)
    expect(rows).toHaveLength(4)
  })

  test('cannot be changed or emptied, not even by hand', async () => {
    const { db, member } = await aLog()
    const before = await db.selectFrom('audit_records').selectAll().orderBy('id').execute()
    const attempts = [
      db.deleteFrom('audit_records'),
      db.deleteFrom('audit_records').where('id', '=', before[0]!.id),
      db.updateTable('audit_records').set({ actor: 'cli' }),
      db.updateTable('audit_records').set({ detail: '{}' }),
      db.updateTable('audit_records').set({ created: '2020' }),
      db.updateTable('audit_records').set({ user_id: member }).where('user_id', 'is', null),
      db.updateTable('audit_records').set({ user_id: null, action: 'nothing' }),
      sql`update audit_records set kind = 'clip'`,
      sql`update audit_records set subject = null`,
      ...(engineOf(db) === 'postgres' ? [sql`truncate audit_records`] : []),
    ]
    for (const attempt of attempts)
      await expect(attempt.execute(db as never)).rejects.toThrow(/neither changed nor deleted/)
    expect(await db.selectFrom('audit_records').selectAll().orderBy('id').execute()).toEqual(before)
  })

  test('keeps entries about a deleted account, without the person', async () => {
    const { db, member, editor } = await aLog()
    await db.deleteFrom('users').where('id', 'in', [member, editor]).execute()
    const { entries } = await listLog({ db }, { kind: 'member' })
    expect(entries).toMatchObject([{ action: 'grant.made', member: null }])
    const { entries: acts } = await listLog({ db }, { actor: `user:${editor}` })
    expect(acts[0]).toMatchObject({ by: { id: editor, name: null } })
  })
})
