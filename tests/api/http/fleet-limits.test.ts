import { afterAll, beforeAll, expect, test } from 'vitest'
import { QUOTAS } from '#server/limits/rate-limits.ts'
import { createCollection } from '#server/sets/create-set.ts'
import { aClip } from '../../support/database/rows.ts'
import { anAddress, askServer } from '../../support/http/ask.ts'
import { type Fleet, startFleet } from '../../support/shop/fleet.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'

let fleet: Fleet
let pro: TestMember
let clip: { id: number; cloudpath: string }

beforeAll(async () => {
  fleet = await startFleet({ env: { TRUST_PROXY: 'on' } })
  const { deps } = fleet.servers[0]!
  await aMember(deps, { admin: true })
  pro = await aMember(deps, { membership: 'pro' })
  clip = await aClip(deps.db)
  const maker = { id: pro.id, membership: 'pro' } as const
  await createCollection(deps, maker, { curated_name: 'Quiet Rain', source_ids: [clip.id] })
})
afterAll(() => fleet.close())

/** Asks the servers in turn; a quota's points, and one more of each server. */
async function inTurn(
  points: number,
  ask: (server: Fleet['servers'][number], n: number) => Promise<Response>,
) {
  const statuses: number[] = []
  for (let n = 0; n < points + fleet.servers.length; n++)
    statuses.push((await ask(fleet.servers[n % fleet.servers.length]!, n)).status)
  return { taken: statuses.slice(0, points), more: statuses.slice(points) }
}

const none = [429, 429, 429]

test('three servers let as many names of sets be guessed as one, and then hide even those that exist', async () => {
  const headers = { ...pro.headers, 'x-forwarded-for': anAddress(), accept: 'text/html' }
  const { taken, more } = await inTurn(QUOTAS.wrongSetNames.points, (server, n) =>
    askServer(server, 'GET', `/api/curated/guess-${n}`, { headers }),
  )
  expect([new Set(taken), more]).toEqual([new Set([404]), none])
  for (const server of fleet.servers)
    expect((await askServer(server, 'GET', '/curated/quiet-rain', { headers })).status).toBe(429)
})

test('a name that is guessed by its page counts at the other servers', async () => {
  const headers = { 'x-forwarded-for': anAddress(), accept: 'text/html' }
  const [one, ...others] = fleet.servers
  for (let n = 0; n < QUOTAS.wrongSetNames.points; n++)
    expect((await askServer(one!, 'GET', `/promo/guess-${n}`, { headers })).status).toBe(404)
  for (const server of others)
    await expect
      .poll(async () => (await askServer(server, 'GET', '/curated/quiet-rain', { headers })).status)
      .toBe(429)
})

test('three servers count as many clicks as one', async () => {
  const headers = { 'x-forwarded-for': anAddress() }
  const body = { label: 'REGISTER_CLICK', meta: {} }
  const { taken, more } = await inTurn(QUOTAS.clicks.points, (server) =>
    askServer(server, 'POST', '/api/activity', { headers, body }),
  )
  expect([new Set(taken), more]).toEqual([new Set([204]), none])
})

test('three servers make as many sets for a member as one, and as many changes', async () => {
  const { deps } = fleet.servers[0]!
  const { headers, id } = await aMember(deps, { membership: 'pro' })
  const make = await inTurn(QUOTAS.newCollections.points, (server, n) =>
    askServer(server, 'POST', '/api/curated', {
      headers,
      body: { curated_name: `Rain ${n} of ${id}`, source_ids: [clip.id] },
    }),
  )
  expect([new Set(make.taken), make.more]).toEqual([new Set([201]), none])
  const change = await inTurn(QUOTAS.setChanges.points, (server, n) =>
    askServer(server, 'PUT', `/api/curated/rain-0-of-${id}`, { headers, body: { description: `Rain ${n}` } }),
  )
  expect([new Set(change.taken), change.more]).toEqual([new Set([200]), none])
})
