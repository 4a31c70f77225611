import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { askServer } from '../../support/http/ask.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer
let offset = 0

beforeAll(async () => {
  const now = () => new Date(Date.now() + offset)
  server = await startTestServer({ env: { TRUST_PROXY: 'on' }, now })
})
afterAll(() => server.close())

/** A transaction. */
async function register(): Promise<number> {
  const body = { name: 'Aoi', email: `${randomUUID()}@example.com`, password: 'nagareru-mizu' }
  return (await askServer(server, 'POST', '/api/users', { body })).status
}

const ready = () => fetch(server.at('/readyz'))

test('a transaction on a full disk is answered 507, and /readyz says so until there is space', async () => {
  const { db } = server.deps
  expect((await ready()).status).toBe(200)
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.lit(rows[0]!.page_count)}`.execute(db)
  const statuses = []
  // A few rows fit into pages that exist.
  while (statuses.length < 40 && (statuses.at(-1) ?? 200) === 200) statuses.push(await register())
  expect(statuses.at(-1)).toBe(507)
  const full = await ready()
  expect([full.status, await full.json()]).toEqual([503, { status: 'unavailable', failing: ['space'] }])
  expect((await fetch(server.at('/'))).status).toBe(200)
  await sql`pragma max_page_count = 1000000`.execute(db)
  expect(await register()).toBe(200)
  offset = 60_000
  expect((await ready()).status).toBe(200)
})

test('/readyz names the temporary folder and the data folder when they are full, and stays 200', async () => {
  // No file system has less room.
  const full = '/proc'
  vi.stubEnv('TMPDIR', full)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { files } = server.deps
  const { dataDir } = files
  // The answer is kept for a second.
  const found = async () => (await ready()).json()
  await expect.poll(found, { timeout: 5_000 }).toEqual({ status: 'ok', warnings: ['space TMPDIR'] })
  files.dataDir = full
  await expect
    .poll(found, { timeout: 5_000 })
    .toEqual({ status: 'ok', warnings: ['space DATA_DIR', 'space TMPDIR'] })
  files.dataDir = dataDir
  vi.unstubAllEnvs()
  await expect.poll(found, { timeout: 5_000 }).toEqual({ status: 'ok' })
})
