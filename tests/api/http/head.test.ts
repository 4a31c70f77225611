import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCollection, createPromotion } from '#server/sets/create-set.ts'
import { aClip } from '../../support/database/rows.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer
let member: TestMember
let signing: string

beforeAll(async () => {
  server = await startTestServer()
  member = await aMember(server.deps, { membership: 'pro' })
  const clip = await aClip(server.deps.db)
  await server.deps.storage.put(clip.cloudpath, new Uint8Array(10), 'video/mp4')
  const maker = { id: member.id, membership: 'pro' } as const
  const source_ids = [clip.id]
  await createPromotion(server.deps, maker, { promo_name: 'spring', source_ids, expires_in_days: 7 })
  await createCollection(server.deps, maker, { curated_name: 'rain', source_ids })
  signing = `filepath=${clip.cloudpath}&source=${clip.id}`
})
afterAll(() => server.close())

async function head(path: string, headers: Record<string, string>) {
  const { status, headers: answered } = await fetch(server.at(path), { method: 'HEAD', headers })
  return [status, answered.get('allow')]
}

async function rows(): Promise<number[]> {
  const { db } = server.deps
  const sessions = await db.selectFrom('sessions').select('id').execute()
  const downloads = await db.selectFrom('downloads').select('id').execute()
  return [sessions.length, downloads.length]
}

test('HEAD neither signs in nor makes a licence nor opens a checkout', async () => {
  const before = await rows()
  const basic = { authorization: `Basic ${btoa(`${member.email}:${member.password}`)}` }
  expect(await head('/api/users/login', basic)).toEqual([405, 'GET'])
  for (const path of [
    `/api/media-sign?${signing}`,
    `/api/media-sign-promo?${signing}&promo=spring`,
    `/api/media-sign-curated?${signing}&curated=rain`,
    '/api/payment/stripe-session?price=pro_yearly',
  ])
    expect(await head(path, member.headers)).toEqual([405, 'GET'])
  expect(await rows()).toEqual(before)
})

test('HEAD of a read answers like GET', async () => {
  expect(await head('/api/user', member.headers)).toEqual([200, null])
  const posted = await fetch(server.at('/api/user'), { method: 'POST', headers: member.headers })
  expect(posted.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(['GET', 'DELETE', 'HEAD']))
})
