import { expect, test } from 'vitest'
import type { MemberFilter } from '#contract/studio/members/members.ts'
import { DAY_MS } from '#domain/dates/spans.ts'
import { MEMBER_ORDERS, type MemberOrder } from '#domain/studio/member-filters.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aSubscription, aUser } from '../../../tests/support/database/rows.ts'
import { accountsOn } from '../../../tests/support/shop/account-deps.ts'
import { findMember } from './find-member.ts'
import { listMembers } from './list-members.ts'
import { memberLines } from './member-lines.ts'

const GRACE_MS = 7 * DAY_MS

describePlainSql('a search of members', (open) => {
  async function shop() {
    const { deps } = accountsOn(await open())
    const { db } = deps
    return {
      ...{ deps, db },
      async members(ids: readonly number[], values: Parameters<typeof aUser>[1] = {}) {
        for (const id of ids)
          await aUser(db, { id, name: `n${id}`, email_normalised: `n${id}@x.jp`, ...values })
      },
      names: async (filter: MemberFilter) =>
        (await listMembers(deps, { order: 'oldest', ...filter })).members.map(({ name }) => name),
      /** The ids of each page. */
      async pages(filter: MemberFilter, order: MemberOrder) {
        const pages: number[][] = []
        for (let after: number | undefined; ; ) {
          const { members, next } = await listMembers(deps, { ...filter, order, ...(after && { after }) })
          pages.push(members.map(({ id }) => id))
          if (next === null || pages.length > 9) return pages
          after = next
        }
      },
    }
  }

  test.each(MEMBER_ORDERS)('%s first: none, one, a full page and one or two more', async (order) => {
    const { pages, members } = await shop()
    expect(await pages({}, order)).toEqual([[]])
    await members([1], { granted_membership: 'pro' })
    const filters: MemberFilter[] = [{}, { q: 'n' }, { group: 'pro' }, { reason: 'granted' }]
    for (const filter of filters) expect(await pages(filter, order)).toEqual([[1]])
    const ids = Array.from({ length: 50 }, (_, n) => n + 1)
    await members(ids.slice(1), { granted_membership: 'pro' })
    const inOrder = (all: number[]) => (order === 'newest' ? all.toReversed() : all)
    for (const filter of filters) expect(await pages(filter, order)).toEqual([inOrder(ids)])
    for (const more of [51, 52]) {
      await members([more], { granted_membership: 'pro' })
      ids.push(more)
      const all = inOrder(ids)
      for (const filter of filters)
        expect(await pages(filter, order)).toEqual([all.slice(0, 50), all.slice(50)])
    }
  })

  test('a search reads 20,000 accounts at a time, and misses none between', async () => {
    const { pages, members } = await shop()
    const edges = [1, 20_000, 20_001, 40_000, 40_001, 60_000]
    await members(edges)
    for (const filter of [{ q: 'n' }, { group: 'free' }] as const) {
      expect(await pages(filter, 'oldest')).toEqual([
        [1, 20_000],
        [20_001, 40_000],
        [40_001, 60_000],
      ])
      expect(await pages(filter, 'newest')).toEqual([
        [60_000, 40_001],
        [40_000, 20_001],
        [20_000, 1],
      ])
    }
    expect(await pages({}, 'oldest')).toEqual([edges])
  })

  test('an account more than 20,000 is another page of a search', async () => {
    const { pages, members, db } = await shop()
    await members([1, 20_001])
    expect(await pages({ q: 'n' }, 'oldest')).toEqual([[1], [20_001]])
    expect(await pages({ q: 'n' }, 'newest')).toEqual([[20_001], [1]])
    // An index leads to these.
    for (const id of [1, 20_001]) await aSubscription(db, id, { status: 'canceled' })
    expect(await pages({ reason: 'canceled', group: 'free' }, 'oldest')).toEqual([[1, 20_001]])
    await db.updateTable('users').set({ granted_membership: 'pro' }).execute()
    expect(await pages({ group: 'pro' }, 'oldest')).toEqual([[1, 20_001]])
    expect(await pages({ group: 'pro', q: 'n' }, 'oldest')).toEqual([[1], [20_001]])
  })

  test('a whole address is one account, unless other filters leave it out; a part is any', async () => {
    const { db, deps, names } = await shop()
    const add = (name: string, email: string) => aUser(db, { name, email, email_normalised: email })
    const other = await add('other', 'my-aoi@x.jp')
    await add('aoi', 'aoi@x.jp')
    expect(await names({ q: 'Aoi@X.jp' })).toEqual(['aoi'])
    expect(await names({ q: '@x.jp' })).toEqual(['other', 'aoi'])
    expect(await names({ q: 'ren@x.jp' })).toEqual([])
    for (const filter of [{ group: 'pro' }, { reason: 'granted' }] as const)
      expect(await names({ q: 'aoi@x.jp', ...filter })).toEqual([])
    expect(await names({ q: 'aoi@x.jp', group: 'free' })).toEqual(['other', 'aoi'])
    const found = await listMembers(deps, { order: 'newest', q: 'aoi@x.jp' })
    expect(found.next).toBe(null)
    const rest = await listMembers(deps, { order: 'newest', q: 'aoi@x.jp', after: found.members[0]!.id })
    expect(rest.members.map(({ id }) => id)).toEqual([other])
  })

  test('a name is found as it is written, whatever its script, accents and width', async () => {
    const { db, names } = await shop()
    for (const name of ['Émile', 'ＡＯＩ', '山田', 'Ångström 12']) await aUser(db, { name })
    for (const name of ['Émile', 'ＡＯＩ', '山田', 'Ångström 12'])
      expect(await names({ q: name })).toEqual([name])
    expect(await names({ q: 'MILE' })).toEqual(['Émile'])
  })

  test('a number is an account’s id, or a part of a name', async () => {
    const { members, db, names } = await shop()
    await members([12, 13])
    await aUser(db, { id: 77, name: 'n 12', email_normalised: 'x@x.jp' })
    await db
      .updateTable('users')
      .set({ name: 'Aoi', email_normalised: 'aoi@x.jp' })
      .where('id', '=', 12)
      .execute()
    expect(await names({ q: '12' })).toEqual(['Aoi', 'n 12'])
    expect(await names({ q: '9'.repeat(16) })).toEqual([])
  })

  test('a grant ends at its time, the grace of a failed charge after seven days, in lists as for the member', async () => {
    const { deps, db, names } = await shop()
    const now = deps.now().getTime()
    const at = (ms: number) => new Date(now + ms).toISOString()
    await aUser(db, { name: 'granted', granted_membership: 'pro', granted_until: at(1) })
    await aUser(db, { name: 'was granted', granted_membership: 'pro', granted_until: at(0) })
    const unpaid = async (name: string, past_due_since: string) =>
      aSubscription(db, await aUser(db, { name }), { status: 'past_due', past_due_since })
    await unpaid('in grace', at(-GRACE_MS))
    await unpaid('after grace', at(-GRACE_MS - 1))
    expect(await names({ group: 'pro' })).toEqual(['granted', 'in grace'])
    expect(await names({ group: 'free' })).toEqual(['was granted', 'after grace'])
    expect(await names({ reason: 'granted' })).toEqual(['granted'])
    const { members } = await listMembers(deps, { order: 'oldest' })
    expect(members.map(({ name, membership, reasons }) => [name, membership, reasons])).toEqual([
      ['granted', 'pro', ['granted']],
      ['was granted', 'free', []],
      ['in grace', 'pro', ['past_due']],
      ['after grace', 'free', ['past_due']],
    ])
  })

  test('an account that is deleted while it is listed is left out', async () => {
    const { db, deps, members } = await shop()
    await members([2, 3])
    const lines = await memberLines(db, [3, 987, 2], deps.now())
    expect(lines.map(({ name }) => name)).toEqual(['n3', 'n2'])
  })

  test('the operator names one of two accounts by id or by address', async () => {
    const { db, deps } = await shop()
    const [aoi, ren] = [
      await aUser(db, { email: 'Aoi@x.jp', email_normalised: 'aoi@x.jp' }),
      await aUser(db, { email: 'ren@x.jp', email_normalised: 'ren@x.jp' }),
    ]
    expect(await findMember(deps, String(ren))).toBe(ren)
    expect(await findMember(deps, ' AOI@x.jp')).toBe(aoi)
    for (const who of ['987', '9'.repeat(16), 'nobody@x.jp', ''])
      expect(await findMember(deps, who)).toBe(undefined)
  })
})
