import type { Insertable } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { rowsOf } from '../../../tests/support/read-csv.ts'
import { exportLog, listLog } from './list-log.ts'

const AT = '2026-11-01T09:00:00.000Z'

describePlainSql('pages of the log', (open) => {
  /** A log with this many entries, each with its number. */
  async function aLog(entries: number, given: Partial<Insertable<Database['audit_records']>> = {}) {
    const db = await open()
    const row = { actor: 'cli', action: 'search.reindex', kind: 'system', created: AT, ...given } as const
    const rows = Array.from({ length: entries }, (_, n) => ({ detail: JSON.stringify({ n }), ...row }))
    for (let at = 0; at < entries; at += 100)
      await db
        .insertInto('audit_records')
        .values(rows.slice(at, at + 100))
        .execute()
    return { db, deps: { db, now: () => new Date('2026-11-02T09:00:00.000Z') } }
  }

  test('fifty entries are one page, and the next has another', async () => {
    const { db } = await aLog(50)
    const full = await listLog({ db }, {})
    expect([full.entries.length, full.next]).toEqual([50, null])
    const { db: longer } = await aLog(51)
    const { entries, next } = await listLog({ db: longer }, {})
    expect(entries.map(({ detail }) => detail.n)).toEqual(Array.from({ length: 50 }, (_, n) => 50 - n))
    const rest = await listLog({ db: longer }, { before: next! })
    expect([rest.entries.map(({ detail }) => detail.n), rest.next]).toEqual([[0], null])
  })

  test('the file has every entry once, with names and ids, and its export is the newest', async () => {
    const { db, deps } = await aLog(1000)
    const [editor, member] = [await aUser(db, { name: 'Ren' }), await aUser(db, { name: 'Mio' })]
    const entry = { actor: `user:${editor}`, action: 'grant.made', kind: 'member', detail: '{}' } as const
    await db
      .insertInto('audit_records')
      .values({ ...entry, user_id: member, created: '2026-11-01T10:00:00.000Z' })
      .execute()
    const sheet = (timeZone: string) => rowsOf(exportLog({ ...deps, site: { timeZone } }, 'cli', {}))
    const [head, exported, given, ...rest] = await sheet('UTC')
    expect(head).toBe('time,by,by_name,action,subject,member,member_name,detail')
    expect(exported).toBe('2026-11-02T09:00:00.000Z,cli,,log.export,,,,"{""filter"":{}}"')
    expect(given).toBe(`2026-11-01T10:00:00.000Z,user:${editor},Ren,grant.made,,${member},Mio,{}`)
    expect(rest).toHaveLength(1000)
    expect(new Set(rest).size).toBe(1000)
    expect((await sheet('Asia/Tokyo'))[1]).toMatch(/^2026-11-02T18:00:00\+09:00,cli,/)
  })

  test('an entry shows a thousand clips, and the title of its own', async () => {
    const ids = (count: number) => JSON.stringify({ ids: Array.from({ length: count }, (_, n) => n), ai: 0 })
    const { db } = await aLog(1, { detail: ids(1001) })
    const [fox, owl] = [
      await aClip(db, { source: { title: 'Fox' } }),
      await aClip(db, { source: { title: 'Owl' } }),
    ]
    for (const id of [fox.id, owl.id, 987])
      await db
        .insertInto('audit_records')
        .values({
          ...{ actor: 'cli', action: 'clip.edit', kind: 'clip', subject: `clip:${id}`, detail: '{}' },
          created: AT,
        })
        .execute()
    const { entries } = await listLog({ db }, {})
    expect(entries.map(({ clip_title }) => clip_title)).toEqual([null, 'Owl', 'Fox', null])
    const { ids: shown, ...detail } = entries.at(-1)!.detail
    expect([shown, detail]).toEqual([Array.from({ length: 1000 }, (_, n) => n), { ai: 0 }])
  })

  test('the filter names the admin and the first hundred editors', async () => {
    const { db } = await aLog(0)
    await aUser(db, { id: 1, name: 'admin', role: 'admin' })
    await aUser(db, { name: 'member' })
    for (let n = 0; n < 101; n++) await aUser(db, { name: `editor ${n}`, role: 'editor' })
    const { people } = await listLog({ db }, {})
    expect(people.map(({ name }) => name)).toEqual([
      'admin',
      ...Array.from({ length: 100 }, (_, n) => `editor ${n}`),
    ])
  })

  test('dates include the first instant, not the last', async () => {
    const { db } = await aLog(1)
    const later = new Date(Date.parse(AT) + 1).toISOString()
    const shown = async (query: { from?: string; to?: string }) =>
      (await listLog({ db }, query)).entries.length
    expect([await shown({ from: AT }), await shown({ from: later })]).toEqual([1, 0])
    expect([await shown({ to: AT }), await shown({ to: later })]).toEqual([0, 1])
  })
})
