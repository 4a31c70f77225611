import { expect, test } from 'vitest'
import type { Person } from '#domain/membership/membership.ts'
import { insertAdmin } from '#server/db/admin-row.ts'
import { describePlainSql } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { setShop } from '../../../tests/support/shop/set-shop.ts'
import { changeSet, deleteSet, removeFromSet } from './change-set.ts'
import { createCollection, createPromotion } from './create-set.ts'
import { getCollection, getPromotion } from './find-set.ts'
import { listOwnSets } from './list-sets.ts'

const admin: Person = { id: 1, membership: 'free', role: 'admin' }

describePlainSql('sets of one’s own', (open) => {
  async function shop() {
    const made = await setShop(await open(), { clips: 4 })
    const created = made.deps.now().toISOString()
    const row = { name: 'Admin', email: 'a@b', email_normalised: 'a@b', password_hash: '$', created }
    await insertAdmin(made.deps.db, row)
    const other: Person = { id: await aUser(made.deps.db), membership: 'pro' }
    return { ...made, other }
  }

  test('everybody lists the sets they made, of both kinds and newest first; the admin lists all', async () => {
    const { deps, ids, maker, other, aCollection, aPromotion, passDays } = await shop()
    await aCollection('Quiet Rain')
    passDays(1)
    await aPromotion('Autumn', ids.slice(0, 2))
    passDays(1)
    await createCollection(deps, other, { curated_name: 'Neon', source_ids: ids.slice(1) })
    const listed = async (person: Person) => {
      const { sets, total } = await listOwnSets(deps, person, { offset: 0 })
      expect(total).toBe(sets.length)
      return sets.map(({ kind, id, clips, expiry }) => [kind, id, clips, expiry !== undefined])
    }
    const own = [
      ['promotion', 'autumn', 2, true],
      ['collection', 'quiet-rain', 4, false],
    ]
    expect(await listed(maker)).toEqual(own)
    expect(await listed(other)).toEqual([['collection', 'neon', 3, false]])
    expect(await listed(admin)).toEqual([['collection', 'neon', 3, false], ...own])
  })

  test('more than forty are listed in pages, each once', async () => {
    const { deps, ids, aCollection, aPromotion } = await shop()
    for (let n = 0; n < 25; n++) {
      await aCollection(`Rain ${n}`, ids.slice(0, 1))
      await aPromotion(`Rain ${n}`, ids.slice(0, 1))
    }
    const first = await listOwnSets(deps, admin, { offset: 0 })
    const rest = await listOwnSets(deps, admin, { offset: 40 })
    expect([first.next_offset, rest.next_offset, rest.total]).toEqual([40, null, 50])
    const all = [...first.sets, ...rest.sets].map(({ kind, id }) => `${kind} ${id}`)
    expect(new Set(all).size).toBe(50)
  })

  test('the maker renames, describes, reorders, adds and removes, and the URL stays', async () => {
    const { deps, ids, maker, aCollection } = await shop()
    const [a, b, c, d] = ids as [number, number, number, number]
    const { url } = await aCollection('Quiet Rain', [a, b, c])
    const change = { name: ' Loud  Rain ', description: 'Two lines\nof words', source_ids: [d, c, a, d] }
    expect(await changeSet(deps, 'collection', { set: 'Quiet Rain', by: maker, change })).toEqual({
      name: 'Loud Rain',
      url,
    })
    const set = await getCollection(deps, 'quiet-rain')
    expect(set).toMatchObject({ id: 'quiet-rain', name: 'Loud Rain', description: change.description })
    expect(set.sources.map(({ id }) => id)).toEqual([d, c, a])
    await changeSet(deps, 'collection', { set: 'quiet-rain', by: maker, change: { description: '' } })
    const later = await getCollection(deps, 'quiet-rain')
    expect(later).toMatchObject({ name: 'Loud Rain', description: '' })
    expect(later.sources).toHaveLength(3)
  })

  test('a refused change leaves the set unchanged', async () => {
    const { deps, ids, maker, aCollection, aPromotion, passDays } = await shop()
    await aCollection('Quiet Rain')
    const before = await getCollection(deps, 'quiet-rain')
    const refused = (change: object, code: string) =>
      expect(changeSet(deps, 'collection', { set: 'quiet-rain', by: maker, change })).rejects.toMatchObject({
        code,
      })
    await refused({ name: '../x', description: 'New' }, 'badSetName')
    await refused({ name: 'New', source_ids: [] }, 'badClips')
    await refused({ name: 'New', source_ids: [...ids, 987_654] }, 'badClips')
    expect(await getCollection(deps, 'quiet-rain')).toEqual(before)
    await aPromotion('Autumn', ids, 1)
    passDays(1)
    const late = { set: 'autumn', by: admin, change: { name: 'Winter' } }
    await expect(changeSet(deps, 'promotion', late)).rejects.toMatchObject({ code: 'promotionEnded' })
  })

  test('nobody but maker and admin changes, empties or deletes a set', async () => {
    const { deps, ids, maker, other, aCollection } = await shop()
    await aCollection('Quiet Rain')
    const set = 'quiet-rain'
    const as = async (by: Person) => [
      await outcome(changeSet(deps, 'collection', { set, by, change: { name: 'Mine' } })),
      await outcome(removeFromSet(deps, 'collection', { set, source: ids.shift()!, by })),
    ]
    const free: Person = { id: await aUser(deps.db), membership: 'free' }
    for (const by of [other, free]) {
      expect(await as(by)).toEqual(['forbidden', 'forbidden'])
      expect(await outcome(deleteSet(deps, 'collection', { set, by }))).toBe('forbidden')
    }
    for (const by of [maker, admin]) expect(await as(by)).toEqual(['done', 'done'])
    expect(await outcome(deleteSet(deps, 'collection', { set, by: maker }))).toBe('done')
  })

  test.each(['maker', 'admin', 'cli'] as const)(
    'a set that %s deletes is missing, and its name is free',
    async (who) => {
      const { deps, maker, aCollection, aPromotion } = await shop()
      const by = { maker, admin, cli: 'cli' as const }[who]
      await aCollection('Quiet Rain')
      await aPromotion('Quiet Rain')
      await deleteSet(deps, 'collection', { set: 'Quiet_Rain', by })
      expect(await outcome(getCollection(deps, 'quiet-rain'))).toBe('setNotFound')
      expect(await outcome(deleteSet(deps, 'collection', { set: 'quiet-rain', by }))).toBe('setNotFound')
      await getPromotion(deps, 'quiet-rain')
      await deleteSet(deps, 'promotion', { set: 'quiet-rain', by })
      expect(await outcome(getPromotion(deps, 'quiet-rain'))).toBe('setNotFound')
      expect((await listOwnSets(deps, admin, { offset: 0 })).total).toBe(0)
      expect(await deps.db.selectFrom('collection_sources').selectAll().execute()).toEqual([])
      await aCollection('Quiet Rain')
    },
  )

  test('unguessable letters follow the name; only the URL shows them', async () => {
    const { deps, ids, maker } = await shop()
    const input = { source_ids: ids, unguessable: true }
    const tail = /-(?=[a-z]*[2-9])[a-hjkmnp-z2-9]{8}$/
    const seen = new Set<string>()
    for (let n = 0; n < 20; n++) {
      const { name, url } = await createCollection(deps, maker, { curated_name: 'Quiet Rain', ...input })
      expect(name).toBe('Quiet Rain')
      expect(url).toMatch(tail)
      seen.add(url)
    }
    expect(seen.size).toBe(20)
    const longest = 'あ'.repeat(80)
    const { url } = await createPromotion(deps, admin, { promo_name: longest, expires_in_days: 1, ...input })
    const id = decodeURIComponent(new URL(url).pathname.split('/').at(-1)!)
    expect(id).toMatch(tail)
    expect(await getPromotion(deps, id)).toMatchObject({ id, name: longest })
    expect(await outcome(getCollection(deps, 'quiet-rain'))).toBe('setNotFound')
  })

  test('changes are limited to 120 an hour', async () => {
    const { deps, maker, aCollection } = await shop()
    await aCollection('Quiet Rain')
    for (let n = 0; n < 120; n++) await deps.rateLimits.setChanges.take(String(maker.id))
    const late = { set: 'quiet-rain', by: maker, change: { name: 'Loud Rain' } }
    await expect(changeSet(deps, 'collection', late)).rejects.toMatchObject({ code: 'tooManyRequests' })
  })
})

async function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error) => error.code,
  )
}
