import { expect, test } from 'vitest'
import { createAdmin } from '#server/accounts/operator-accounts.ts'
import { signIn } from '#server/accounts/session/sessions.ts'
import { audit } from '#server/audit.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aClip, aDownload, aSubscription, aUser } from '../../../tests/support/database/rows.ts'
import { rowsOf } from '../../../tests/support/read-csv.ts'
import { shopOn } from '../../../tests/support/shop/shop.ts'
import { exportMembers } from './export-members.ts'
import { showMember } from './show-member.ts'

const AT = '2026-11-01T00:00:00.000Z'

describePlainSql('a member’s page', (open) => {
  /** Two members with everything a page shows, under their names. */
  async function aoiAndRen() {
    const { deps } = shopOn(await open())
    const { db } = deps
    const { id: key_id } = await db
      .insertInto('tester_keys')
      .values({ key: 'key', label: 'for Aoi', created: AT, revoked_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: clip } = await aClip(db)
    const ids: Record<'Aoi' | 'Ren', number> = { Aoi: await aUser(db), Ren: await aUser(db) }
    for (const name of ['Aoi', 'Ren'] as const) {
      const id = ids[name]
      const [locale, new_email] = name === 'Aoi' ? (['ja', 'aoi@new.jp'] as const) : (['en', null] as const)
      await db.updateTable('users').set({ name, locale, new_email }).where('id', '=', id).execute()
      await aSubscription(db, id, { id: `sub_${name}`, created: AT })
      await db
        .insertInto('testers')
        .values({ user_id: id, key_id: name === 'Aoi' ? key_id : null, claimed_at: AT })
        .execute()
      const set = { name: `${name}’s`, created_by: id, created: AT }
      await db
        .insertInto('collections')
        .values({ ...set, slug: `c-${name}` })
        .execute()
      await db
        .insertInto('promotions')
        .values({ ...set, slug: `p-${name}`, expires_at: AT })
        .execute()
      await signIn(deps, { userId: id, userAgent: `${name}’s phone` })
      await audit(db, { actor: 'cli', action: 'grant.made', userId: id, detail: { name }, at: new Date(AT) })
    }
    await aDownload(db, clip, { user_id: ids.Ren, created: '2026-11-03T00:00:00.000Z' })
    for (const created of ['2026-11-02T00:00:00.000Z', AT])
      await aDownload(db, clip, { user_id: ids.Aoi, created })
    return { deps, db, ids, shown: async (id: number) => (await showMember(deps, id))! }
  }

  test('one of two shows nothing of the other', async () => {
    const { ids, shown } = await aoiAndRen()
    const aoi = await shown(ids.Aoi)
    expect(JSON.stringify(aoi)).not.toContain('Ren')
    expect(aoi).toMatchObject({
      ...{ id: ids.Aoi, name: 'Aoi', locale: 'ja', new_email: 'aoi@new.jp' },
      ...{ grant: null, role: null, is_admin: false, email_verified: false },
      subscriptions: [{ id: 'sub_Aoi', status: 'active', cancel_at_period_end: false }],
      tester: { claimed_at: AT, ended_at: null, label: 'for Aoi' },
      licences: { count: 2, last: '2026-11-02T00:00:00.000Z' },
      sets: [
        { kind: 'promotion', id: 'p-Aoi', name: 'Aoi’s', url: 'https://nagare.example/promo/p-Aoi' },
        { kind: 'collection', id: 'c-Aoi', name: 'Aoi’s', url: 'https://nagare.example/curated/c-Aoi' },
      ],
      sessions: [{ user_agent: 'Aoi’s phone', current: false }],
      history: [{ action: 'grant.made', detail: { name: 'Aoi' } }],
      customers: [
        { id: `cus_${ids.Aoi}`, url: `https://dashboard.stripe.com/test/customers/cus_${ids.Aoi}` },
      ],
    })
    for (const part of [aoi.subscriptions, aoi.sessions, aoi.history, aoi.customers])
      expect(part).toHaveLength(1)
    expect(aoi.sets).toHaveLength(2)
    expect(await shown(ids.Ren)).toMatchObject({ tester: { label: null }, licences: { count: 1 } })
  })

  test('without licences, a spot as a tester or payments there are none', async () => {
    const { deps, db } = await aoiAndRen()
    const id = await aUser(db)
    await db.insertInto('stripe_customers').values({ id: 'cus', user_id: id, created: AT }).execute()
    const off = await showMember({ db, now: deps.now, site: deps.site, payments: { mode: 'off' } }, id)
    expect(off).toMatchObject({
      ...{ grant: null, tester: null, licences: { count: 0, last: null }, sets: [], sessions: [] },
      ...{ subscriptions: [], history: [], customers: [] },
    })
    expect((await showMember(deps, id))?.customers).toHaveLength(1)
    expect(await showMember(deps, 987)).toBeUndefined()
  })

  test('a grant has ended from its time on, and one without end never', async () => {
    const { db, deps, ids, shown } = await aoiAndRen()
    const grant = async (until: number | null) => {
      const granted_until = until === null ? null : new Date(deps.now().getTime() + until).toISOString()
      await db
        .updateTable('users')
        .set({ granted_membership: 'pro', granted_until })
        .where('id', '=', ids.Aoi)
        .execute()
      return (await shown(ids.Aoi)).grant?.ended
    }
    expect([await grant(1), await grant(0), await grant(null)]).toEqual([false, true, false])
  })

  test('a subscription says that it ends, at the end of its period or at a day; the newest comes first', async () => {
    const { db, ids, shown } = await aoiAndRen()
    const atTheEnd = {
      id: 'sub_at_the_end',
      created: '2026-11-05T00:00:00.000Z',
      cancel_at_period_end: 1,
    } as const
    const atADay = { id: 'sub_at_a_day', created: '2026-11-06T00:00:00.000Z', cancel_at: AT }
    for (const given of [atTheEnd, atADay]) await aSubscription(db, ids.Aoi, given)
    const { subscriptions } = await shown(ids.Aoi)
    expect(subscriptions).toMatchObject([
      { cancel_at_period_end: true, id: 'sub_at_a_day' },
      { cancel_at_period_end: true, id: 'sub_at_the_end' },
      { cancel_at_period_end: false, id: 'sub_Aoi' },
    ])
  })

  test('twenty sets of each kind and twenty log entries are shown, the newest', async () => {
    const { db, ids, shown } = await aoiAndRen()
    const day = (n: number) => `2026-12-${String(n).padStart(2, '0')}T00:00:00.000Z`
    for (let n = 1; n <= 20; n++) {
      const set = { slug: `c${n}`, name: 'Set', created_by: ids.Aoi, created: day(n) }
      await db.insertInto('collections').values(set).execute()
      const entry = { action: 'grant.made', userId: ids.Aoi, detail: { n }, at: new Date(day(n)) }
      await audit(db, { actor: 'cli', ...entry })
    }
    const { sets, history } = await shown(ids.Aoi)
    const numbers = Array.from({ length: 20 }, (_, n) => 20 - n)
    expect(sets.map(({ id }) => id)).toEqual(['p-Aoi', ...numbers.map((n) => `c${n}`)])
    expect(history.map(({ detail }) => detail.n)).toEqual(numbers)
  })

  test('the file says yes or no, the role, and every ground of a membership; the log hides the searched name', async () => {
    const { db, deps, ids } = await aoiAndRen()
    await createAdmin(deps, { name: 'Admin', email: 'admin@x.jp', password: 'nagareru-mizu' })
    await db.updateTable('users').set({ created: AT, email: 'x@x.jp' }).execute()
    const change = { email_verified_at: AT, role: 'editor' as const, granted_membership: 'pro' as const }
    await db.updateTable('users').set(change).where('id', '=', ids.Aoi).execute()
    await aUser(db, { name: 'Ao', email: 'x@x.jp', created: AT })
    const [, ...rows] = await rowsOf(exportMembers(deps, 'cli', {}))
    expect(rows).toEqual([
      `1,Admin,x@x.jp,no,free,,admin,${AT}`,
      `${ids.Aoi},Aoi,x@x.jp,yes,pro,active granted tester,editor,${AT}`,
      `${ids.Ren},Ren,x@x.jp,no,pro,active tester,,${AT}`,
      expect.stringMatching(/,Ao,x@x.jp,no,free,,,/),
    ])
    expect(await rowsOf(exportMembers(deps, 'cli', { q: 'Aoi', group: 'pro' }))).toHaveLength(2)
    const records = db.selectFrom('audit_records').select('detail').where('action', '=', 'member.export')
    expect((await records.orderBy('id').execute()).map(({ detail }) => JSON.parse(detail))).toEqual([
      { filter: {} },
      { filter: { q: '…', group: 'pro' } },
    ])
  })
})
