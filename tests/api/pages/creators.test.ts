import { afterAll, beforeAll, expect, test } from 'vitest'
import { creatorPath } from '#domain/address/creator-path.ts'
import { parseXml } from '../../support/http/xml.ts'
import { publish } from '../../support/search-library.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

const NAMES = ['Ren Tachibana', 'AC/DC', '..', '🎥 100% <b>', '橘　蓮', `O'Hara "J." & #1?`, '＜script＞']

let server: TestServer
const clips = new Map<string, number>()

beforeAll(async () => {
  server = await startTestServer()
  for (const name of NAMES)
    clips.set(name, await publish(server.deps.db, { title: `By ${name}`, user_name: name }))
  await publish(server.deps.db, { title: 'Heron', user_name: 'REN TACHIBANA', width: 1080, height: 1920 })
  await publish(server.deps.db, { title: 'Nobody’s', user_name: '' })
})
afterAll(() => server.close())

const get = (path: string) => fetch(server.at(path), { redirect: 'manual' })

const linksOf = (html: string) =>
  [...html.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&#39;', "'"))

test.each(NAMES)('a clip of %s leads to the page of the creator, in both languages', async (name) => {
  for (const locale of ['', '/ja']) {
    const path = locale + creatorPath(name)
    const clip = `${locale}/m/${clips.get(name)}`
    expect(linksOf(await (await get(clip)).text())).toContain(path)
    const page = await get(path)
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, expect.stringMatching('public')])
    expect(linksOf(await page.text())).toEqual(expect.arrayContaining([clip, `http://nagare.example${path}`]))
  }
})

test('other spellings lead to the canonical address, which keeps the filters', async () => {
  for (const name of ['Ren%20Tachibana', 'REN-TACHIBANA', 'Tachibana%20Ren']) {
    const answer = await get(`/by/${name}?orientation=portrait`)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      301,
      '/by/ren-tachibana?orientation=portrait',
    ])
  }
  const html = await (await get('/by/ren-tachibana?orientation=portrait')).text()
  expect(html).toContain('Heron')
  expect(html).toContain('Sort: Most popular')
  expect(html).not.toContain('By Ren Tachibana')
})

test.each(['/by/nobody', '/ja/by/nobody', '/by/-', '/by/%25'])('%s is a page that says so', async (path) => {
  const answer = await get(path)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toMatch(/There is no clip of this creator|この作者の動画素材はありません/)
})

test('the API lists the clips of a name in any spelling', async () => {
  for (const name of ['ren-tachibana', 'Ren Tachibana']) {
    const answer = await get(`/api/medias/by/${encodeURIComponent(name)}?facets=1`)
    expect(await answer.json()).toMatchObject({ total: 2, offset: 0, next_offset: null, facets: {} })
  }
  const missing = await get('/api/medias/by/nobody')
  expect([missing.status, await missing.json()]).toEqual([
    404,
    expect.objectContaining({ status: 'CREATOR_NOT_FOUND' }),
  ])
})

test('every creator is in the sitemap, in both languages', async () => {
  const pages = parseXml(await (await get('/sitemap-pages.xml')).text())
  pages.expectSitemap()
  const paths = pages.all('//s:loc').map((url) => new URL(url).href.replace('http://nagare.example', ''))
  for (const name of NAMES)
    expect(paths).toEqual(expect.arrayContaining([creatorPath(name), `/ja${creatorPath(name)}`]))
  expect(paths.filter((path) => path.startsWith('/by/'))).toHaveLength(NAMES.length)
})
