import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import { codeOf } from '../../support/factors/authenticator-codes.ts'
import { askServer } from '../../support/http/ask.ts'
import { exampleOf } from '../../support/http/routes.ts'
import { runCommandHere } from '../../support/run-cli.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'
import { tusClient } from '../../support/studio/tus.ts'

const NOWHERE = { clip: '1', cloudpath: 'none', licence: 'none', promo: 'none', curated: 'none' }

let server: TestServer
let admin: TestMember
let editor: TestMember

const nagare = (...args: string[]) =>
  runCommandHere(args, { DATA_DIR: server.config.dataDir, LOG_LEVEL: 'silent' })
const secondFactor = async (...choice: string[]) => (await nagare('admin', 'second-factor', ...choice)).stdout

async function ask({ headers }: TestMember, method: string, path: string, body?: object) {
  const answer = await askServer(server, method, path, { headers, body })
  return {
    status: answer.status,
    code: ((await answer.json().catch(() => ({}))) as { status?: string }).status,
  }
}

const overview = (person: TestMember) => ask(person, 'GET', '/api/studio/uploads')
const missing = { status: 403, code: 'FACTOR_MISSING' }

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'on' } })
  admin = await aMember(server.deps, { admin: true })
  editor = await aMember(server.deps, { role: 'editor' })
})
afterAll(() => server.close())

test('a shop that has not chosen lets them in without', async () => {
  expect(await secondFactor()).toContain('Optional')
  for (const person of [admin, editor]) expect((await overview(person)).status).toBe(200)
})

test('where it is required, no call of the studio works for an account without one, and a member is told as before', async () => {
  expect(await secondFactor('required')).toContain('Required')
  const calls = allCalls
    .filter(([, { may }]) => may === 'editor' || may === 'admin')
    .map(([name]) => exampleOf(name, NOWHERE))
  expect(calls.length).toBeGreaterThan(30)
  for (const { method, path, body } of calls)
    expect({ path, ...(await ask(admin, method, path, body)) }).toEqual({ path, ...missing })
  expect(await overview(editor)).toEqual(missing)
  expect((await tusClient(server, editor.headers).post(9, { filename: 'a.mp4' })).status).toBe(403)
  expect(await ask(editor, 'GET', '/api/studio/events')).toEqual(missing)
  const member = await aMember(server.deps)
  expect((await overview(member)).code).toBe('FORBIDDEN')
  expect((await ask(editor, 'GET', '/api/user')).status).toBe(200)
})

test('who sets one up goes on in the same session', async () => {
  await secondFactor('required')
  const { headers } = editor
  const begun = await askServer(server, 'POST', '/api/user/factors/app', { headers })
  const { secret } = (await begun.json()) as { secret: string }
  const code = codeOf(secret, server.deps.now())
  expect((await ask(editor, 'PUT', '/api/user/factors/app', { code })).status).toBe(200)
  expect((await overview(editor)).status).toBe(200)
  expect(await overview(admin)).toEqual(missing)
  expect(await secondFactor('optional')).toContain('Optional')
  expect((await overview(admin)).status).toBe(200)
})
