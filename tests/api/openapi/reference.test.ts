import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import { CALL_ROOMS, type CallRoomName } from '#contract/call-rooms.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { aClip } from '../../support/database/rows.ts'
import { freePort } from '../../support/free-port.ts'
import { PATIENT, startTestServer, type TestServer } from '../../support/shop/server.ts'

const run = promisify(execFile)
const ROOMS = Object.keys(CALL_ROOMS) as CallRoomName[]
/** Characters of HTML. The largest room has 19 calls. */
const LARGEST_PAGE = 220_000

let server: TestServer

beforeAll(async () => {
  const port = String(await freePort())
  server = await startTestServer({
    limits: PATIENT,
    env: { PORT: port, SITE_URL: `http://127.0.0.1:${port}` },
  })
  const { db } = server.deps
  const clip = await aClip(db, { source: { title: 'A temple in the rain' } })
  await db.transaction().execute((trx) => indexSource(trx, clip.id))
})
afterAll(() => server.close())

const pageOf = async (path: string) => (await fetch(server.at(path))).text()

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }
const plain = (html: string) => html.replace(/&(#?\w+);/g, (whole, name) => ENTITIES[name] ?? whole)

/** The code of each example of a page, by its label. */
function examplesOf(html: string): Map<string, string> {
  const found = html.matchAll(/<figcaption[^>]*>(.*?)<\/figcaption>[\s\S]*?<code[^>]*>([\s\S]*?)<\/code>/g)
  return new Map([...found].map(([, label = '', code = '']) => [plain(label), plain(code)]))
}

test.each([
  ['curl', 'sh', '-c'],
  ['JavaScript', process.execPath, '--input-type=module', '-e'],
  ['Python', 'python3', '-c'],
])('the first request in %s finds a clip, as it is printed', async (label, command, ...options) => {
  const needed = label === 'curl' ? 'curl' : command
  const exists = await run(needed, ['--version']).then(
    () => true,
    () => false,
  )
  if (!exists) return console.warn(`${needed} is missing: its example is not run`)
  for (const path of ['/developers', '/ja/developers']) {
    const code = examplesOf(await pageOf(path)).get(label)!
    expect((await run(command, [...options, code])).stdout).toContain('A temple in the rain')
  }
})

test('a call’s example can be run as it is printed', async () => {
  const code = examplesOf(await pageOf('/developers/clips'))
  expect([...code.keys()]).toContain('Request')
  const html = await pageOf('/developers/clips')
  const [, request = ''] = /id="search"[\s\S]*?<code[^>]*>(curl[\s\S]*?)<\/code>/.exec(html) ?? []
  const address = /'(http[^']+)'/.exec(plain(request))![1]!
  expect(await (await fetch(address)).json()).toMatchObject({ exact_total: 1 })
})

test.each(ROOMS)('the page of %s has each of its calls, in both languages', async (room) => {
  for (const locale of ['', '/ja']) {
    const html = await pageOf(`${locale}/developers/${room}`)
    expect(html.length).toBeLessThan(LARGEST_PAGE)
    for (const name of Object.keys(CALL_ROOMS[room].calls))
      expect(html).toContain(`<section class="call" id="${name}"`)
    expect(html).toContain(`<html lang="${locale ? 'ja' : 'en'}"`)
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(ids, `#${id}`).toContain(id)
  }
})

test('the list beside each page leads to every call', async () => {
  for (const locale of ['', '/ja']) {
    const links = [
      ...(await pageOf(`${locale}/developers`)).matchAll(/href="([^"]*\/developers\/[\w-]+#\w+)"/g),
    ]
    const named = new Set(links.map(([, href]) => href))
    const rooms = Object.entries(CALL_ROOMS)
    for (const [name] of allCalls) {
      const [room] = rooms.find(([, { calls }]) => name in calls)!
      expect(named).toContain(`${locale}/developers/${room}#${name}`)
    }
  }
})

test('a room that does not exist is not found, and the pages are for search engines', async () => {
  for (const room of ['nothing', 'constructor', '__proto__'])
    expect((await fetch(server.at(`/developers/${room}`))).status).toBe(404)
  expect(await pageOf('/sitemap-pages.xml')).toContain('/developers/clips</loc>')
  expect(await pageOf('/developers')).not.toContain('noindex')
})
