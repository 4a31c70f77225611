import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUploads } from '#server/uploads/clean-uploads.ts'
import { IN_LONG_TEST } from '../../support/runs.ts'
import { fillAccount } from '../../support/shop/full-account.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'
import { tusClient } from '../../support/studio/tus.ts'

/** A name, an address and a search that occur nowhere else. Tables and mails are in privacy/kept.test.ts. */
const CANARY = 'xanthippe'

let server: TestServer
let member: TestMember
let admin: TestMember

beforeAll(async () => {
  // Every request is a slow one, and all is logged.
  server = await startTestServer({ env: { METRICS_PORT: '0', SLOW_REQUEST_MS: '1', LOG_LEVEL: 'trace' } })
  admin = await aMember(server.deps, { admin: true })
  member = await aMember(server.deps, { name: 'Xanthippe', email: `${CANARY}@example.com` })
  await fillAccount(server.deps.db, member.id)
  await server.deps.db.updateTable('downloads').set({ licensee_name: CANARY }).execute()
})
afterAll(() => server.close())

const has = (text: string) => text.toLowerCase().includes(CANARY)

async function ask(
  path: string,
  { as, method, body }: { as?: TestMember; method?: string; body?: unknown } = {},
) {
  const headers = { ...as?.headers, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const answer = await fetch(server.url.origin + path, {
    headers,
    method: method ?? 'GET',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Files beside the database that hold the canary. */
async function hitsInFiles(): Promise<string[]> {
  const { dataDir } = server.config
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.db'))
  const hits: string[] = []
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    if (has(path) || has(await readFile(path, 'latin1'))) hits.push(relative(dataDir, path))
  }
  return hits
}

const exports = async () => [
  await ask('/api/studio/members/export', { as: admin, method: 'POST', body: {} }),
  await ask('/api/studio/log/export', { as: admin, method: 'POST', body: {} }),
  await ask('/api/studio/demand/searches.csv', { as: admin }),
]

test('names and searches are in no log line and no metric', async () => {
  for (const path of [
    ...[`/s/${CANARY}`, `/ja/s/${CANARY}`, `/s/${CANARY}/`, `/s/${CANARY}/2?page=${CANARY}`, `/S/${CANARY}`],
    ...[`//s/${CANARY}`, `/%73/${CANARY}`, `/s%2F${CANARY}`, `/s//${CANARY}`],
    ...[`/api/medias/search?q=${CANARY}`, `/api/medias/suggestions?q=${CANARY}`, `/?ref=${CANARY}`],
  ])
    await ask(path)
  await ask('/api/users/login', {
    as: { ...member, headers: { authorization: `Basic ${btoa(`${member.email}:x`)}` } },
  })
  await ask('/api/users/forgotten-password', { method: 'POST', body: { email: member.email } })
  await ask('/api/users', { method: 'POST', body: { name: CANARY, email: member.email, password: 'x' } })
  await ask('/api/user/name', { as: member, method: 'PUT', body: { name: 'Xanthippe II' } })
  await ask('/api/contact', { method: 'POST', body: { name: CANARY, email: member.email } })
  const seen = `https://${CANARY}:${CANARY}@evil.example/${CANARY}?${CANARY}#${CANARY}`
  const report = { 'document-uri': seen, 'blocked-uri': seen, 'script-sample': CANARY, referrer: seen }
  const sent = { 'csp-report': { ...report, 'effective-directive': 'img-src' } }
  await ask('/api/csp-report', { method: 'POST', body: sent })
  const metrics = await (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()
  expect(metrics).toContain('nagare_search_duration_seconds_count')
  expect(metrics.split('\n').filter(has)).toEqual([])
  expect(server.logged.some(({ msg }) => msg === 'slow request')).toBe(true)
  expect(server.logged.some(({ msg }) => msg === 'content security policy violated')).toBe(true)
  expect(server.logged.map((line) => JSON.stringify(line)).filter(has)).toEqual([])
})

test('exports and uploads leave no text in files afterwards, nor in exports after the account is deleted', async () => {
  const tus = tusClient(server, admin.headers)
  const id = await tus.create(1_000, { filename: `${CANARY}.mp4`, folder: CANARY })
  await tus.patch(id, 0, Buffer.from(CANARY))
  expect((await hitsInFiles()).length).toBeGreaterThan(0)
  const own = await ask('/api/user/export', { as: member })
  expect([own.status, has(own.text), JSON.parse(own.text).user.email]).toEqual([200, true, member.email])
  expect(
    has((await ask('/api/user/export', { as: await aMember(server.deps) })).text),
    'in nobody else’s',
  ).toBe(false)
  const licence = '/api/licences/licence-9876543210/pdf'
  if (IN_LONG_TEST) expect((await ask(licence, { as: member })).status).toBe(200)
  const [members] = await exports()
  expect([members!.status, has(members!.text)]).toEqual([200, true])

  const body = { password: member.password }
  expect((await ask('/api/user', { as: member, method: 'DELETE', body })).status).toBe(204)
  await server.deps.db
    .updateTable('uploads')
    .set({ updated: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', id)
    .execute()
  await cleanUploads.run(server.deps, { state: undefined, signal: new AbortController().signal })
  expect(await hitsInFiles()).toEqual([])
  for (const { status, text } of await exports()) expect([status, has(text)]).toEqual([200, false])
  expect((await ask('/api/user/export', { as: member })).status).toBe(401)
  expect((await ask(licence, { as: member })).status).toBe(401)
  expect(server.logged.map((line) => JSON.stringify(line)).filter(has)).toEqual([])
})
