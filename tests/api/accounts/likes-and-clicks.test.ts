import { afterAll, beforeAll, expect, test } from 'vitest'
import { LikeAnswer, LikeList } from '#contract/accounts/accounts.ts'
import { SourceList } from '#contract/clips/clips.ts'
import { aClip } from '../../support/database/rows.ts'
import { type Asked, askServer } from '../../support/http/ask.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'on' } })
  member = await aMember(server.deps)
})
afterAll(() => server.close())

const ask = (method: string, path: string, asked?: Asked) => askServer(server, method, path, asked)

test('a like answers with the clip’s count, and is in both lists', async () => {
  const { id } = await aClip(server.deps.db)
  const { headers } = member
  const liked = await ask('PUT', `/api/users/medias/${id}/like`, { headers })
  expect(LikeAnswer.parse(await liked.json())).toEqual({ status: 'OK', likes: 1 })
  const ids = LikeList.parse(await (await ask('GET', '/api/users/medias/likes', { headers })).json())
  const listed = await ask('GET', '/api/users/medias/liked?offset=0', { headers })
  expect(listed.headers.get('cache-control')).toBe('no-store')
  const { sources } = SourceList.parse(await listed.json())
  expect([ids.likes, sources.map((source) => source.id)]).toEqual([[id], [id]])
  const unliked = await ask('DELETE', `/api/users/medias/${id}/like`, { headers })
  expect(await unliked.json()).toEqual({ status: 'OK', likes: 0 })
})

test.each(['987654', 'x', '-1', '1e3', '99999999999999999999'])('there is no clip %s to like', async (id) => {
  const { status } = await ask('PUT', `/api/users/medias/${id}/like`, { headers: member.headers })
  expect(status).toBe(id === '987654' ? 404 : 400)
})

test('a click is stored with its user', async () => {
  const body = { label: 'DOWNLOAD_CLICK', meta: { path: '/m/7' } }
  expect((await ask('POST', '/api/activity', { body, headers: member.headers })).status).toBe(204)
  const row = server.deps.db.selectFrom('activities').selectAll().orderBy('id', 'desc')
  expect(await row.executeTakeFirst()).toMatchObject({
    user_id: member.id,
    label: 'DOWNLOAD_CLICK',
    meta: '{"path":"/m/7"}',
  })
})

test('a click with an ended session still counts', async () => {
  const body = { label: 'LOGOUT_CLICK', meta: {} }
  const gone = await aMember(server.deps)
  await server.deps.db
    .updateTable('access_tokens')
    .set({ expires_at: '2020-01-01T00:00:00.000Z' })
    .where('user_id', '=', gone.id)
    .execute()
  for (const headers of [gone.headers, { authorization: 'Bearer x' }, { authorization: 'Basic eA==' }])
    expect((await ask('POST', '/api/activity', { body, headers })).status).toBe(204)
})

test.each([
  [{ label: 'ANY_CLICK', meta: {} }],
  [{ label: 'LOGIN_CLICK' }],
  [{ label: 'LOGIN_CLICK', meta: { path: 'x'.repeat(1024) } }],
  [{ label: 'LOGIN_CLICK', meta: { path: ['/m/7'] } }],
  [{ label: 'LOGIN_CLICK', meta: { path: { to: '/m/7' } } }],
  [{ label: 'LOGIN_CLICK', meta: 'x' }],
  ['{"label":'],
  [''],
  [[]],
])('%j is no click', async (body) => {
  expect((await ask('POST', '/api/activity', { body })).status).toBe(400)
})

test('a click of many kilobytes is not even read', async () => {
  const body = `{"label":"LOGIN_CLICK","meta":{"path":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`
  expect((await ask('POST', '/api/activity', { body })).status).toBe(413)
})

test('an IP that clicks like a machine must wait', async () => {
  const body = { label: 'TERMS_CLICK', meta: {} }
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const statuses = []
  for (let click = 0; click < 125; click++)
    statuses.push((await ask('POST', '/api/activity', { body, headers })).status)
  expect(statuses.slice(0, 120)).toEqual(Array(120).fill(204))
  expect(statuses.slice(120)).toEqual(Array(5).fill(429))
  expect((await ask('POST', '/api/activity', { body: 'no JSON', headers })).status).toBe(429)
})

test('a view counts once per IP, and never from another site’s page', async () => {
  const { id } = await aClip(server.deps.db)
  const from = (address: string, more = {}) =>
    ask('POST', `/api/medias/${id}/view`, { headers: { 'x-forwarded-for': address, ...more } })
  const statuses = [
    await from('192.0.2.1'),
    await from('192.0.2.1'),
    await from('192.0.2.2'),
    await from('192.0.2.3', { 'sec-fetch-site': 'cross-site' }),
    await from('192.0.2.4', { origin: 'https://elsewhere.example' }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([204, 204, 204, 403, 403])
  const counted = server.deps.db.selectFrom('source_views').select('views').where('source_id', '=', id)
  expect(await counted.execute()).toEqual([{ views: 2 }])
  expect((await ask('POST', '/api/medias/987654/view')).status).toBe(404)
})
