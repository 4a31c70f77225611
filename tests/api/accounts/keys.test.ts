import { afterAll, beforeAll, expect, test } from 'vitest'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { bulkJob } from '#server/library/bulk/bulk-job.ts'
import { QUOTAS } from '#server/limits/rate-limits.ts'
import { aClip } from '../../support/database/rows.ts'
import { anAddress, askServer } from '../../support/http/ask.ts'
import { type Fleet, startFleet } from '../../support/shop/fleet.ts'
import { aKey } from '../../support/shop/keys.ts'
import { aMember } from '../../support/shop/members.ts'
import { PATIENT } from '../../support/shop/server.ts'

let fleet: Fleet
let clip: { id: number; cloudpath: string }

beforeAll(async () => {
  fleet = await startFleet({ env: { TRUST_PROXY: 'on' }, limits: PATIENT })
  await aMember(fleet.servers[0]!.deps, { admin: true })
  clip = await aClip(fleet.db)
})
afterAll(() => fleet.close())

type Headers = Record<string, string>

const LIKES = '/api/users/medias/likes'

/** The answers of all three servers. */
const fromAll = (path: string, headers: Headers) =>
  Promise.all(fleet.servers.map((server) => askServer(server, 'GET', path, { headers })))

const statuses = async (path: string, headers: Headers) =>
  (await fromAll(path, headers)).map(({ status }) => status)

/** Made by a call of its owner. */
async function made(
  headers: Headers,
  scopes: string[],
): Promise<{ id: number; headers: Headers; key: string }> {
  const body = { name: 'Importer', scopes }
  const answer = await askServer(fleet.servers[0]!, 'POST', '/api/user/keys', { headers, body })
  expect(answer.status).toBe(200)
  const { id, key } = await answer.json()
  return { id, key, headers: { authorization: `Bearer ${key}` } }
}

test('a key is made, used, limited and revoked in three servers as in one', async () => {
  const owner = await aMember(fleet.servers[0]!.deps, { membership: 'pro' })
  const key = await made(owner.headers, ['read', 'download'])
  const [first] = await fromAll(`/api/media-sign?filepath=${clip.cloudpath}`, key.headers)
  expect(first!.status).toBe(200)
  const { points, seconds } = QUOTAS.keyCalls
  expect(first!.headers.get('ratelimit-policy')).toBe(`"key";q=${points};w=${seconds}`)
  for (let used = 3; used < points; used += 3) await fromAll(LIKES, key.headers)
  for (const refused of await fromAll(LIKES, key.headers)) {
    expect(refused.status).toBe(429)
    expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  // The owner, and the owner's other keys, are not limited by it.
  expect(await statuses(LIKES, owner.headers)).toEqual([200, 200, 200])
  const other = await made(owner.headers, ['read'])
  const left = (await fromAll(LIKES, other.headers)).map(({ headers }) => headers.get('ratelimit'))
  expect(left.map((text) => Number(/r=(\d+)/.exec(text!)![1])).toSorted((a, b) => b - a)).toEqual([
    ...[points - 1, points - 2, points - 3],
  ])
  const path = `/api/user/keys/${other.id}`
  const revoked = await askServer(fleet.servers[1]!, 'DELETE', path, { headers: owner.headers })
  expect(revoked.status).toBe(204)
  expect(await statuses(LIKES, other.headers)).toEqual([401, 401, 401])
})

test('a key in an address is refused, revoked everywhere, and its owner told; no log has it', async () => {
  const owner = await aMember(fleet.servers[0]!.deps)
  const places = [
    (key: string) => `/api/medias/search?q=rain&key=${key}`,
    (key: string) => `/api/medias/${clip.id}/video?token=${key}`,
    (key: string) => `/s/%6Egr_${key.slice(4)}`,
  ]
  for (const [server, place] of places.entries()) {
    const key = await made(owner.headers, ['read'])
    const answer = await askServer(fleet.servers[server]!, 'GET', place(key.key))
    expect([answer.status, (await answer.json()).status]).toEqual([400, 'KEY_IN_ADDRESS'])
    expect(await statuses(LIKES, key.headers)).toEqual([401, 401, 401])
    const lines = fleet.servers.flatMap(({ logged }) => logged)
    expect(JSON.stringify(lines)).not.toContain(key.key.slice(4))
  }
  const jobs = await fleet.db.selectFrom('jobs').select('payload').where('kind', '=', 'mail').execute()
  const told = jobs.filter(
    ({ payload }) => payload?.includes('keyLeaked') && payload.includes(`:${owner.id},`),
  )
  expect(told).toHaveLength(places.length)
})

test('a key searches no more than its address may', async () => {
  const { deps } = fleet.servers[0]!
  const address = anAddress()
  const statuses: number[] = []
  for (let made = 0; made < 3; made++) {
    const { headers } = await aKey(deps, { userId: (await aMember(deps)).id })
    const sent = { headers: { ...headers, 'x-forwarded-for': address } }
    const many = Array.from({ length: 40 }, () =>
      askServer(fleet.servers[0]!, 'GET', '/api/medias/search', sent),
    )
    statuses.push(...(await Promise.all(many)).map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
  expect(statuses.slice(0, 40)).not.toContain(429)
})

test('an act by a key is in the log under its owner, with the key’s name', async () => {
  const { deps } = fleet.servers[0]!
  const editor = await aMember(deps, { role: 'editor', name: 'Ema' })
  const { id, headers } = await aKey(deps, { userId: editor.id, scopes: ['manage'], name: 'Nightly' })
  const body = { key: 'harbour', label: 'Harbour', label_ja: '港' }
  const added = await askServer(fleet.servers[2]!, 'POST', '/api/studio/categories', { headers, body })
  expect(added.status).toBe(204)
  // A job does it, under the same key.
  const { id: hidden } = await aClip(fleet.db)
  const order = { ids: [hidden], change: { kind: 'hide' } }
  const asked = await askServer(fleet.servers[0]!, 'POST', '/api/studio/library/bulk', {
    headers,
    body: order,
  })
  expect(asked.status).toBe(200)
  const jobs = runJobs(deps, [bulkJob(fleet.servers[0]!.config.database)], { pollMs: 5 })
  const isLogged = () =>
    fleet.db
      .selectFrom('audit_records')
      .select('detail')
      .where('action', '=', 'library.hide')
      .executeTakeFirst()
  await expect.poll(isLogged, { timeout: 20_000 }).toBeTruthy()
  await jobs.stop()
  expect(JSON.parse((await isLogged())!.detail)).toMatchObject({ api_key: id })
  const admin = await aKey(deps, { userId: 1, scopes: ['manage'] })
  const log = await askServer(fleet.servers[1]!, 'GET', '/api/studio/log?kind=category', {
    headers: admin.headers,
  })
  const { entries } = await log.json()
  expect(entries[0]).toMatchObject({
    action: 'category.add',
    by: { name: 'Ema' },
    detail: { api_key: 'Nightly' },
  })
})

test('other sites may read what everybody may, without credentials, and nothing else', async () => {
  const { headers } = await aMember(fleet.servers[0]!.deps)
  const allowed = async (path: string) =>
    (await fromAll(path, { ...headers, origin: 'https://other.example' })).map((answer) => [
      answer.headers.get('access-control-allow-origin'),
      answer.headers.get('access-control-allow-credentials'),
    ])
  for (const path of [`/api/medias/${clip.id}`, '/api/medias/999999', '/api/medias/search?q=x'])
    expect(await allowed(path), path).toEqual(Array(3).fill(['*', null]))
  for (const path of [LIKES, '/api/user', '/api/users/early-adopters'])
    expect(await allowed(path), path).toEqual(Array(3).fill([null, null]))
})

test('an answer to a key is never the cached one, and none of a key is cached', async () => {
  const { deps } = fleet.servers[0]!
  const { headers } = await aKey(deps, { userId: (await aMember(deps)).id, scopes: ['download'] })
  const path = `/api/medias/${clip.id}`
  expect(await statuses(path, {})).toEqual([200, 200, 200])
  expect(await statuses(path, headers)).toEqual([403, 403, 403])
  expect(await statuses(path, {})).toEqual([200, 200, 200])
})
