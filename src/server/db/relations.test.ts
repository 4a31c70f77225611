import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { isUniqueViolation } from './database-error.ts'
import type { Database } from './schema.ts'

const at = '2026-11-21T00:00:00.000Z'
type Handle = Kysely<Database>

async function count(db: Handle, table: keyof Database): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return row.rows
}

async function signIn(db: Handle, userId: number): Promise<void> {
  const times = { created: at, rotated_at: at, expires_at: at, absolute_expires_at: at }
  await db
    .insertInto('sessions')
    .values({ id: 'family', user_id: userId, token_hash: 'h', secret: 's', user_agent: '', ...times })
    .execute()
  await db
    .insertInto('access_tokens')
    .values({ token_hash: 'hash', session_id: 'family', user_id: userId, created: at, expires_at: at })
    .execute()
  await db
    .insertInto('mail_tokens')
    .values({
      token_hash: 'm',
      user_id: userId,
      purpose: 'verifyEmail',
      email: 'a@b',
      created: at,
      expires_at: at,
    })
    .execute()
}

async function pay(db: Handle, userId: number): Promise<void> {
  await db.insertInto('stripe_customers').values({ id: 'cus_1', user_id: userId, created: at }).execute()
  await db
    .insertInto('subscriptions')
    .values({
      id: 'sub_1',
      customer_id: 'cus_1',
      user_id: userId,
      status: 'active',
      plan: 'pro_yearly',
      current_period_end: at,
      created: at,
      synced_at: at,
    })
    .execute()
}

async function download(db: Handle, userId: number, sourceId: number): Promise<void> {
  await db
    .insertInto('downloads')
    .values({
      public_id: 'licence',
      user_id: userId,
      source_id: sourceId,
      clip_id: sourceId,
      clip_title: 'Fushimi Inari',
      clip_title_ja: '伏見稲荷',
      file_name: 'inari.mp4',
      license: 'Nagare licence',
      license_type: 'commercial',
      terms_version: '2024-12-01',
      plan: 'pro',
      licensee_name: 'Aoi',
      via: 'clip',
      via_name: '',
      created: at,
    })
    .execute()
}

async function makeSets(db: Handle, userId: number, sourceId: number): Promise<void> {
  const set = { slug: 'kyoto', name: 'Kyoto', created_by: userId, created: at }
  const promotion = db.insertInto('promotions').values({ ...set, expires_at: at })
  const { id } = await promotion.returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('promotion_sources')
    .values({ promotion_id: id, source_id: sourceId, position: 0 })
    .execute()
  const collection = await db.insertInto('collections').values(set).returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('collection_sources')
    .values({ collection_id: collection.id, source_id: sourceId, position: 0 })
    .execute()
}

describeEachDatabase('related rows', (open) => {
  test('deleting an account ends its sessions and keeps licences, payments and sets', async () => {
    const db = await open()
    const [user, clip] = [await aUser(db), await aClip(db)]
    await signIn(db, user)
    await pay(db, user)
    await download(db, user, clip.id)
    await makeSets(db, user, clip.id)
    await db.insertInto('likes').values({ user_id: user, source_id: clip.id, created: at }).execute()
    await db.insertInto('testers').values({ user_id: user, key_id: null, claimed_at: at }).execute()
    const wish = { text: 'red fox', note: '', status: 'wanted' as const, created: at, updated: at }
    await db
      .insertInto('wishes')
      .values({ created_by: user, ...wish })
      .execute()

    await db.deleteFrom('users').where('id', '=', user).execute()

    for (const gone of ['sessions', 'access_tokens', 'mail_tokens', 'likes', 'testers'] as const)
      expect(await count(db, gone), gone).toBe(0)
    for (const kept of [
      'stripe_customers',
      'subscriptions',
      'downloads',
      'promotions',
      'collections',
      'wishes',
    ] as const)
      expect(await count(db, kept), kept).toBe(1)
    const licence = await db.selectFrom('downloads').selectAll().executeTakeFirstOrThrow()
    expect(licence).toMatchObject({ user_id: null, licensee_name: 'Aoi', clip_id: clip.id })
  })

  test('deleting a clip takes it out of sets and likes and leaves its licences', async () => {
    const db = await open()
    const [user, clip] = [await aUser(db), await aClip(db)]
    await download(db, user, clip.id)
    await makeSets(db, user, clip.id)
    await db.insertInto('likes').values({ user_id: user, source_id: clip.id, created: at }).execute()
    await db.insertInto('source_views').values({ source_id: clip.id, day: '2026-11-21', views: 3 }).execute()

    await db.deleteFrom('library').where('id', '=', clip.id).execute()

    for (const gone of [
      'medias',
      'likes',
      'promotion_sources',
      'collection_sources',
      'source_views',
    ] as const)
      expect(await count(db, gone), gone).toBe(0)
    const licence = await db.selectFrom('downloads').selectAll().executeTakeFirstOrThrow()
    expect(licence).toMatchObject({ source_id: null, clip_id: clip.id, clip_title_ja: '伏見稲荷' })
  })

  test('the same file twice, or a clip in no category, is refused', async () => {
    const db = await open()
    await aClip(db, { source: { content_hash: 'same' } })
    await expect(aClip(db, { source: { content_hash: 'same' } })).rejects.toSatisfy(isUniqueViolation)
    const homeless = db.updateTable('library').set({ category: 'nowhere' })
    await expect(homeless.execute()).rejects.toThrow(/foreign key/i)
  })

  test('a number column refuses text', async () => {
    const db = await open()
    await aClip(db)
    const wrong = db.updateTable('library').set({ width: 'wide' as unknown as number })
    await expect(wrong.execute()).rejects.toThrow()
  })

  test('of 50 who claim a tester spot at once exactly 20 get one', async () => {
    const db = await open()
    const claim = async () => {
      const result = await db
        .updateTable('tester_spots')
        .set(({ eb }) => ({ taken: eb('taken', '+', 1) }))
        .whereRef('taken', '<', 'total')
        .executeTakeFirstOrThrow()
      return Number(result.numUpdatedRows)
    }
    const claims = await Promise.all(Array.from({ length: 50 }, claim))
    expect(claims.filter((rows) => rows === 1)).toHaveLength(20)
    const over = db.updateTable('tester_spots').set({ taken: 21 })
    await expect(over.execute()).rejects.toThrow(/check/i)
  })

  test('a kind of job may wait once per key, and again after it is done', async () => {
    const db = await open()
    const job = { kind: 'rank', unique_key: 'rank', payload: '{}', state: '{}', run_at: at, created: at }
    await db.insertInto('jobs').values(job).execute()
    await expect(db.insertInto('jobs').values(job).execute()).rejects.toSatisfy(isUniqueViolation)
    await db.updateTable('jobs').set({ finished_at: at }).execute()
    await db.insertInto('jobs').values(job).execute()
    expect(await count(db, 'jobs')).toBe(2)
  })
})
