import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DEFAULT_SHOP } from '#contract/shop/default-shop.ts'
import { withSetting } from '#domain/shop/setting-paths.ts'
import { parseConfig } from '#server/config/config.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { publishDraft, saveDraft } from '#server/shop/versions.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { aClip, aUser } from '../../support/database/rows.ts'
import { builtSite } from '../../support/shop/built-site.ts'
import { testEnvironment } from '../../support/shop/server.ts'

const CLIPS = 45
let folder: string
let child: ChildProcess
let url: URL
const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  await builtSite()
  folder = await mkdtemp(join(tmpdir(), 'nagare-renderers-'))
  const deps = await openDeps(parseConfig({ ...testEnvironment(folder), LOG_LEVEL: 'silent' }))
  await migrateToLatest(deps.db)
  await deps.db.transaction().execute(async (trx) => {
    for (let n = 0; n < CLIPS; n++) await aClip(trx)
  })
  await deps.close()
  child = spawn(process.execPath, ['dist/server.mjs'], {
    env: { PATH: process.env.PATH, ...testEnvironment(folder), RENDERERS: '2' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface(child.stdout!).on('line', (line) => lines.push(JSON.parse(line)))
  url = new URL(String((await logged('listening'))[0]!.url))
  // The first page also loads the site, which takes seconds on a busy machine.
  await fetch(new URL('/m/1', url))
}, 30_000)
afterAll(async () => {
  child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

function logged(msg: string, count = 1): Promise<Record<string, unknown>[]> {
  return vi.waitFor(
    () => {
      const found = lines.filter((line) => line.msg === msg)
      expect(found.length).toBeGreaterThanOrEqual(count)
      return found
    },
    { timeout: 10_000 },
  )
}

/** Statuses of clip pages that are asked at the same time. `from`: none is asked twice. */
async function pagesOf(from: number, count: number): Promise<number[]> {
  const ids = Array.from({ length: count }, (_, n) => from + n)
  return Promise.all(ids.map(async (id) => (await fetch(new URL(`/m/${id}`, url))).status))
}

/** Publishes from another process. */
async function publishName(name: string): Promise<void> {
  const deps = await openDeps(parseConfig({ ...testEnvironment(folder), LOG_LEVEL: 'silent' }))
  const by = { id: await aUser(deps.db), membership: 'free', role: 'admin' } as const
  const settings = withSetting(DEFAULT_SHOP, 'identity.name', name)
  await publishDraft(deps, by, await saveDraft(deps, by, { settings, revision: 0 }))
  await deps.close()
}

test('a busy shop renders in other processes, and survives the kill of one and a shutdown', async () => {
  expect(new Set(await pagesOf(2, 18))).toEqual(new Set([200]))
  expect(new Set(await pagesOf(20, 10))).toEqual(new Set([200]))
  const [first] = await logged('renderer ready', 2)
  expect(await (await fetch(new URL('/ja/m/1', url))).text()).toContain('<html lang="ja"')
  expect((await fetch(new URL('/m/999', url))).status).toBe(404)

  // Renderers and the server show the shop's new name at the same time.
  await publishName('Hoshi')
  let asked = 0
  const names = async () => {
    const pages = Array.from({ length: 8 }, () => fetch(new URL(`/by/nobody-${++asked}`, url)))
    const texts = await Promise.all(pages.map(async (page) => (await page).text()))
    return texts.map((text) => / \| (\w+)<\/title>/.exec(text)?.[1])
  }
  await vi.waitFor(async () => expect(new Set(await names())).toEqual(new Set(['Hoshi'])), {
    timeout: 10_000,
  })

  process.kill(Number(first!.pid), 'SIGKILL')
  await logged('renderer ended')
  expect(new Set(await pagesOf(30, 10))).toEqual(new Set([200]))
  await logged('renderer ready', 3)

  // Few, so that a busy machine renders them within the server's limit.
  const last = pagesOf(40, 4)
  await fetch(new URL('/healthz', url))
  child.kill('SIGTERM')
  expect(new Set(await last)).toEqual(new Set([200]))
  expect((await once(child, 'exit'))[0]).toBe(0)
  for (const { pid } of await logged('renderer ready'))
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH')
}, 30_000)
