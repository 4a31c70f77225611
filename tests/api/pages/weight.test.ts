import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCollection } from '#server/sets/create-set.ts'
import { aClip } from '../../support/database/rows.ts'
import { aMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer
let clip: number

beforeAll(async () => {
  server = await startTestServer()
  const { deps } = server
  const admin = await aMember(deps, { admin: true })
  const ids: number[] = []
  for (let n = 10; n < 50; n++)
    ids.push((await aClip(deps.db, { source: { title: `A lantern by the river ${n}` } })).id)
  clip = ids[0]!
  const maker = { id: admin.id, membership: 'pro', role: 'admin' } as const
  await createCollection(deps, maker, { curated_name: 'Rain', source_ids: ids.slice(0, 12) })
})
afterAll(() => server.close())

/** Bytes as sent, 2 % above the size: styles and scripts that only some pages need stay out of the others. */
test.each([
  ['/', 15_100],
  ['/ja', 15_700],
  ['/t/temple', 12_100],
  ['/m/{clip}', 14_150],
  ['/curated/rain', 12_900],
  ['/pricing', 11_850],
  ['/promo-signup', 16_050],
  ['/contact', 10_850],
  ['/terms', 14_850],
  ['/likes', 11_100],
  ['/collections', 13_150],
  ['/relink', 13_100],
  ['/account', 11_350],
  ['/nowhere', 9_200],
])('%s is sent in at most %i bytes', async (path, most) => {
  const url = server.at(path.replace('{clip}', String(clip)))
  const { headers } = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  expect(headers.get('content-encoding')).toBe('br')
  expect(Number(headers.get('content-length'))).toBeLessThanOrEqual(most)
})
