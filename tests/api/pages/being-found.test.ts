import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALL_ROOMS } from '#contract/call-rooms.ts'
import { DAY_MS } from '#domain/dates/spans.ts'
import { CLIPS_PER_PART, idsOfPart } from '#server/discovery/clip-entries.ts'
import { aClip } from '../../support/database/rows.ts'
import { parseXml } from '../../support/http/xml.ts'
import { IN_LONG_TEST } from '../../support/runs.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

const SITE = 'http://nagare.example'
/** Closes a tag, an attribute and a CDATA section, and contains characters that XML forbids. */
const HOSTILE = `</script><img src=x onerror="alert(1)"> & ]]> ]]> ' \u0007 &lt;b&gt; 寺`

let server: TestServer
let first: number
let hostile: number

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.deps
  const created = '2026-11-20T00:00:00.000Z'
  first = (await aClip(db, { source: { title: 'Torii & tide', created }, media: { created } })).id
  const texts = {
    title: HOSTILE,
    title_ja: HOSTILE,
    description: HOSTILE,
    description_ja: '',
    user_name: HOSTILE,
  }
  hostile = (await aClip(db, { source: texts, media: { duration: 0.3 } })).id
  await aClip(db, { source: { category: 'tokyo_night', description: '' } })
})
afterAll(() => server.close())

const get = (path: string) => fetch(server.at(path))
const xml = async (path: string) => parseXml(await (await get(path)).text())
const clipsXml = async (part: number) =>
  parseXml(gunzipSync(await (await get(`/sitemap-clips-${part}.xml.gz`)).arrayBuffer()).toString())

/** Whether a crawler may fetch a path (RFC 9309: the longest match wins). */
function mayFetch(robots: string, path: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (.+)$/gm)].map(([, verb, start = '']) => ({
    verb,
    start,
  }))
  const fitting = rules.filter(({ start }) => path.startsWith(start))
  return fitting.toSorted((a, b) => b.start.length - a.start.length)[0]?.verb !== 'Disallow'
}

test('robots.txt names the sitemap and closes private pages', async () => {
  const answer = await get('/robots.txt')
  const robots = await answer.text()
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(robots).toContain(`Sitemap: ${SITE}/sitemap.xml`)
  for (const path of [
    '/account',
    '/ja/account',
    '/collections',
    '/likes',
    '/api/user',
    '/media/full/a.mp4',
    '/ja/licence/NGR-1',
  ])
    expect(mayFetch(robots, path), path).toBe(false)
  for (const path of ['/', '/ja', '/m/1', '/ja/m/1', '/embed/1', '/t/temple', '/promo-signup', '/feed.atom'])
    expect(mayFetch(robots, path), path).toBe(true)
})

test('pages of members are noindex, too', async () => {
  for (const path of [
    '/account',
    '/likes',
    '/collections',
    '/licence/AAAAAAAAAAAAAAAA',
    '/reset-password',
    '/verify-email',
  ])
    expect(await (await get(path)).text(), path).toContain('<meta name="robots" content="noindex"')
})

test('crawlers may fetch everything that sitemaps name', async () => {
  const robots = await (await get('/robots.txt')).text()
  const films = await clipsXml(1)
  const named = [
    ...films.all('//v:content_loc'),
    ...films.all('//v:thumbnail_loc'),
    ...films.all('//v:player_loc'),
  ]
  expect(named.length).toBe(18)
  for (const url of named) expect(mayFetch(robots, new URL(url).pathname), url).toBe(true)
})

test('the index names every sitemap, and each of them is there', async () => {
  const index = await xml('/sitemap.xml')
  const named = index.all('/s:sitemapindex/s:sitemap/s:loc')
  expect(named).toEqual([`${SITE}/sitemap-pages.xml`, `${SITE}/sitemap-clips-1.xml.gz`])
  for (const url of named) expect((await get(new URL(url).pathname)).status, url).toBe(200)
  expect((await get('/sitemap-clips-2.xml.gz')).status).toBe(404)
  expect((await get('/sitemap-clips-x.xml.gz')).status).toBe(404)
  expect((await get('/sitemap-clips-0.xml.gz')).status).toBe(404)
})

test('every public page is in the sitemap in both languages, and none that is private or for invited people', async () => {
  const pages = await xml('/sitemap-pages.xml')
  pages.expectSitemap()
  const paths = pages.all('//s:loc').map((url) => new URL(url).href.replace(SITE, ''))
  const plain = ['/', '/contact', '/pricing', '/privacy', '/relink', '/terms', '/t/temple', '/t/tokyo_night']
  plain.push('/developers', ...Object.keys(CALL_ROOMS).map((room) => `/developers/${room}`))
  const japanese = ['/ja', ...plain.slice(1).map((path) => `/ja${path}`)]
  expect(paths.toSorted()).toEqual([...plain, ...japanese].toSorted())
  for (const path of paths) expect((await get(path)).status, path).toBe(200)
})

test('the two languages of a page name each other', async () => {
  const pages = await xml('/sitemap-pages.xml')
  const linked = (path: string) =>
    pages.all(`//s:url[s:loc='${SITE}${path}']/x:link/@href`).map((url) => url.replace(SITE, ''))
  for (const [en, ja] of [
    ['/pricing', '/ja/pricing'],
    ['/t/temple', '/ja/t/temple'],
  ] as const) {
    expect(linked(en)).toEqual([en, ja, en])
    expect(linked(ja)).toEqual([en, ja, en])
  }
})

test('each clip is in a sitemap with its watermarked film, with any text', async () => {
  const films = await clipsXml(1)
  films.expectSitemap()
  const entry = `//s:url[s:loc='${SITE}/ja/m/${first}']`
  expect(films.all(`${entry}/v:video/v:title`)[0]).toMatch(/^映像/)
  expect(films.all(`${entry}/v:video/v:content_loc`)[0]).toMatch(
    /^http:\/\/nagare\.example\/media\/watermarked\//,
  )
  expect(films.all(`${entry}/s:lastmod`)).toEqual(['2026-11-20T00:00:00.000Z'])
  expect(films.all(`//s:url[s:loc='${SITE}/m/${hostile}']/v:video/v:title`)[0]).toContain('</script><img')
  expect(films.all(`//s:url[s:loc='${SITE}/m/${hostile}']/v:video/v:duration`)).toEqual(['1'])
  expect(films.all('//s:loc').some((url) => url.includes('/full/'))).toBe(false)
})

test('clips beyond the limit are in a further sitemap', async () => {
  const { id } = await aClip(server.deps.db, { source: { id: CLIPS_PER_PART * 2 + 1 } })
  const films = await clipsXml(3)
  films.expectSitemap()
  expect(films.all('//s:loc')).toEqual([`${SITE}/m/${id}`, `${SITE}/ja/m/${id}`])
  await server.deps.db.deleteFrom('library').where('id', '=', id).execute()
})

test.each([
  ['/feed.atom', '/', 3],
  ['/ja/feed.atom', '/ja', 3],
  ['/t/temple/feed.atom', '/t/temple', 2],
  ['/ja/t/temple/feed.atom', '/ja/t/temple', 2],
])('%s is a feed of the newest clips of %s', async (path, page, entries) => {
  const answer = await get(path)
  expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  const feed = parseXml(await answer.text())
  expect(feed.all('/a:feed/a:id')).toEqual([SITE + path])
  expect(feed.all("/a:feed/a:link[@rel='self']/@href")).toEqual([SITE + path])
  expect(feed.all("/a:feed/a:link[@rel='alternate']/@href").map((url) => new URL(url).pathname)).toEqual([
    page,
  ])
  const ids = feed.all('//a:entry/a:id')
  expect(new Set(ids).size).toBe(entries)
  expect(feed.all('//a:entry/a:updated').toSorted().toReversed()).toEqual(feed.all('//a:entry/a:updated'))
  expect(feed.all('/a:feed/a:updated')).toEqual(feed.all('//a:entry[1]/a:updated'))
  for (const name of ['title', 'link', 'updated', 'content', 'author/a:name'])
    expect(feed.all(`//a:entry/a:${name}`).length, name).toBe(entries)
  for (const id of ids) expect((await get(new URL(id).pathname)).status).toBe(200)
})

test('a clip’s texts stay text in a feed, too', async () => {
  const feed = await xml('/feed.atom')
  const [title = ''] = feed.all(`//a:entry[a:id='${SITE}/m/${hostile}']/a:title`)
  const [content = ''] = feed.all(`//a:entry[a:id='${SITE}/m/${hostile}']/a:content`)
  // Read as HTML, both are text without tags.
  expect(title).toContain('&lt;/script&gt;&lt;img')
  expect(content.match(/<[a-z/][^>]*>/g)).toEqual([
    '<p>',
    `<a href="${SITE}/m/${hostile}">`,
    expect.stringMatching(/^<img src="http:\/\/nagare\.example\/media\/poster\/[^"]+" alt="[^"<>]*">$/),
    '</a>',
    '</p>',
    '<p>',
    '</p>',
  ])
})

test('there is no feed of an unknown category', async () => {
  expect((await get('/t/no_such/feed.atom')).status).toBe(404)
  expect((await get('/ja/t/NO/feed.atom')).status).toBe(404)
})

test.runIf(IN_LONG_TEST)(
  'a full sitemap is within what the protocol allows, whatever texts its clips have',
  async () => {
    const { db } = server.deps
    const source = await db
      .selectFrom('sources')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    const media = await db
      .selectFrom('medias')
      .selectAll()
      .where('source_id', '=', first)
      .executeTakeFirstOrThrow()
    const long = '&<>'.repeat(400)
    const texts = { title: long, title_ja: long, description: long, description_ja: long }
    const begin = idsOfPart(7).after + 1
    for (let from = begin; from < begin + CLIPS_PER_PART; from += 500) {
      const ids = Array.from({ length: 500 }, (_, index) => from + index)
      await db
        .insertInto('library')
        .values(ids.map((id) => ({ ...source, ...texts, id, content_hash: `full ${id}` })))
        .execute()
      await db
        .insertInto('medias')
        .values(ids.map((id) => ({ ...media, id, source_id: id, cloudpath: `full/${id}.mp4` })))
        .execute()
    }
    const whole = gunzipSync(await (await get('/sitemap-clips-7.xml.gz')).arrayBuffer())
    expect(whole.length).toBeLessThan(50 * 1024 * 1024)
    expect(whole.toString().match(/<url>/g)).toHaveLength(2 * CLIPS_PER_PART)
    expect(2 * CLIPS_PER_PART).toBeLessThanOrEqual(50_000)
  },
  120_000,
)

test('security.txt says where to report a vulnerability', async () => {
  const answer = await get('/.well-known/security.txt')
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const fields = new Map(
    (await answer.text()).split('\n').map((line) => line.split(': ') as [string, string]),
  )
  expect(fields.get('Contact')).toMatch(/^mailto:.+@/)
  expect(fields.get('Canonical')).toBe(`${SITE}/.well-known/security.txt`)
  expect(fields.get('Preferred-Languages')).toBe('en, ja')
  const days = (Date.parse(fields.get('Expires')!) - Date.now()) / DAY_MS
  expect(days).toBeGreaterThan(170)
  expect(days).toBeLessThan(365)
})
