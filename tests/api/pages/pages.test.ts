import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { invalidate } from '#server/cache-invalidation.ts'
import { aClip } from '../../support/database/rows.ts'
import { requestRaw } from '../../support/http/raw-http.ts'
import { PATIENT, startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ limits: PATIENT })
})
afterAll(() => server.close())

beforeEach(async () => {
  await aClip(server.deps.db, { source: { title: `Clip of ${expect.getState().currentTestName}` } })
})

function get(path: string, headers: Record<string, string> = {}) {
  return fetch(server.at(path), { headers: { 'accept-encoding': 'identity', ...headers } })
}

test('a page is rendered once and then sent from the cache, whatever else is in its query', async () => {
  const first = await get('/terms-of-nothing')
  expect(first.status).toBe(404)
  await get('/')
  const again = await get('/?utm_source=mail')
  expect(again.headers.get('x-cache')).toBe('hit')
  expect(await again.text()).toContain('<!DOCTYPE html>')
})

/** The terms of a page's definition lists, with their descriptions as text. */
function factsOf(html: string): Record<string, string> {
  const text = (part = '') => part.replace(/<style>.*?<\/style>|<[^>]*>/gs, '').trim()
  const rows = html.matchAll(/<dt[^>]*>(.*?)<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/gs)
  return Object.fromEntries([...rows].map(([, term, fact]) => [text(term), text(fact)]))
}

test('a clip’s page says where it comes from, how it was made and its file facts', async () => {
  const { id } = await aClip(server.deps.db, {
    source: { user_name: 'Aoi Yamada', source: 'unsplash', source_url: 'https://unsplash.com/photos/x' },
    media: {
      modifier_model: 'Kinema 2',
      modifier_company: 'Ugoki',
      byte_size: 12_345_678,
      frame_rate: 23.976,
    },
  })
  const html = await (await get(`/m/${id}`)).text()
  expect(html).toContain('About this clip')
  expect(html).toContain('Members download without watermark')
  expect(html).toContain('href="https://unsplash.com/photos/x"')
  const facts = factsOf(html)
  expect(facts).toMatchObject({
    Size: '1920 × 1080',
    'Frame rate': '23.98 fps',
    Codec: 'H.264 (MP4)',
    'File size': '12.3 MB',
    Photographer: 'Aoi Yamada',
    Source: 'unsplash',
    'How it was made': 'Kinema 2 (Ugoki)',
  })
  expect(facts['Clip number']).toMatch(new RegExp(`^${id}\\b`))
  const japanese = await (await get(`/ja/m/${id}`)).text()
  expect(japanese).toContain('この映像について')
  expect(factsOf(japanese)).toMatchObject({
    撮影者: 'Aoi Yamada',
    出典: 'unsplash',
    ファイルサイズ: '12.3 MB',
  })
})

test('unknown facts have no row, and only web addresses become links', async () => {
  const { id } = await aClip(server.deps.db, { source: { source: '', source_url: 'javascript:alert(1)' } })
  const html = await (await get(`/m/${id}`)).text()
  expect(html).not.toContain('javascript:alert')
  expect(Object.keys(factsOf(html))).not.toEqual(expect.arrayContaining(['Source']))
  expect(Object.keys(factsOf(html))).not.toEqual(expect.arrayContaining(['How it was made']))
})

test('concurrent requests for a new page cause one render', async () => {
  const { id } = await aClip(server.deps.db)
  const answers = await Promise.all(Array.from({ length: 30 }, () => get(`/m/${id}`)))
  const etags = new Set(answers.map((answer) => answer.headers.get('etag')))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(etags.size).toBe(1)
  expect((await get(`/m/${id}`)).headers.get('x-cache')).toBe('hit')
})

test('a clip that another process publishes shows within two seconds', async () => {
  const before = await (await get('/')).text()
  await aClip(server.deps.db, { source: { title: 'Just published', popularity: 99 } })
  await server.deps.db.transaction().execute((transaction) => invalidate(transaction, ['clips']))
  expect(before).not.toContain('Just published')
  await expect.poll(async () => (await get('/')).text(), { timeout: 2000 }).toContain('Just published')
})

test('the Host header is not reflected and does not make a copy', async () => {
  await get('/')
  const answer = await requestRaw(server.url, '/', {
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  })
  expect(answer.headers['x-cache']).toBe('hit')
  const { id } = await aClip(server.deps.db)
  const fresh = await requestRaw(server.url, `/m/${id}`, {
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  })
  expect(/<link rel="canonical" href="([^"]+)"/.exec(fresh.body)?.[1]).toBe(`http://nagare.example/m/${id}`)
  expect(`${fresh.body}${answer.body}`.includes('evil')).toBe(false)
})

test('each encoding holds the same answer', async () => {
  const path = '/api/medias/search'
  for (const title of ['Rain', 'Snow', 'Moss']) await aClip(server.deps.db, { source: { title } })
  const plain = await requestRaw(server.url, path)
  for (const [encoding, decompress] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const answer = await requestRaw(server.url, path, { headers: { 'accept-encoding': encoding } })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary).toBe('Accept-Encoding')
    expect(Number(answer.headers['content-length'])).toBe(answer.body.length)
    expect(decompress(Buffer.from(answer.body, 'latin1')).toString('latin1')).toBe(plain.body)
  }
})

test('a client that has the page gets a 304', async () => {
  const etag = (await get('/')).headers.get('etag') ?? ''
  const answer = await get('/', { 'if-none-match': etag })
  expect(answer.status).toBe(304)
  expect(answer.headers.get('etag')).toBe(etag)
  expect(answer.headers.get('content-length')).toBeNull()
  expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200)
  const missing = (await get('/nothing')).headers.get('etag') ?? '*'
  expect((await get('/nothing', { 'if-none-match': missing })).status).toBe(404)
})

test('HEAD answers like GET, without the body', async () => {
  const get = await requestRaw(server.url, '/')
  const head = await requestRaw(server.url, '/', { method: 'HEAD' })
  expect(head.status).toBe(200)
  expect(head.headers['content-length']).toBe(String(get.body.length))
  expect(head.body).toBe('')
})

test('nothing of a request reaches a shared page', async () => {
  const asked = { authorization: 'Bearer secret', cookie: 'a=secret', 'accept-language': 'ja' }
  const answer = await get('/s/never-asked-before', asked)
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(await answer.text()).not.toContain('secret')
  expect((await get('/s/never-asked-before')).headers.get('x-cache')).toBe('hit')
})

test('the cache’s own headers are not sent', async () => {
  const { headers } = await get('/')
  expect(headers.get('cache-tag')).toBeNull()
  expect(headers.get('cdn-cache-control')).toBeNull()
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
})

test('a path with a slash at the end redirects to the one without', async () => {
  const answer = await fetch(server.at('/t/temple/?offset=40'), { redirect: 'manual' })
  expect(answer.status).toBe(308)
  expect(answer.headers.get('location')).toBe('/t/temple?offset=40')
})

test('built files are compressed, and cached for ever if their name has a hash', async () => {
  const html = await (await get('/')).text()
  const asset = /\/_astro\/[^"]+\.js/.exec(html)?.[0] ?? ''
  const hashed = await requestRaw(server.url, asset, { headers: { 'accept-encoding': 'br' } })
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(hashed.headers['content-encoding']).toBe('br')
  expect(hashed.headers['content-type']).toBe('text/javascript; charset=utf-8')
  const icon = await get('/favicon.svg')
  expect(icon.headers.get('cache-control')).toBe('public, max-age=3600')
  expect((await get('/favicon.svg', { 'if-none-match': icon.headers.get('etag') ?? '' })).status).toBe(304)
  expect((await get(`${asset}.br`)).status).toBe(404)
})

test('lists of the API are kept like pages', async () => {
  await get('/api/medias/categories')
  const answer = await get('/api/medias/categories?x=1', { authorization: 'Bearer secret' })
  expect(answer.headers.get('x-cache')).toBe('hit')
  expect(await answer.json()).toMatchObject({ categories: [{ key: 'temple' }] })
})

test.each([
  ['/ja/nothing', 404, 'ja'],
  ['/ja/_nothing', 404, 'ja'],
  ['/ja/404', 404, 'ja'],
  ['/ja/api/medias/categories', 404, 'ja'],
  ['/nothing/ja', 404, 'en'],
  ['/t/ja', 404, 'en'],
  ['/ja/t/en', 404, 'ja'],
  ['/s/ja', 200, 'en'],
  ['/ja/s/en', 200, 'ja'],
  ['/s/en', 200, 'en'],
])('%s is answered %d in the language of how its address begins: %s', async (path, status, language) => {
  const answer = await get(path)
  expect(answer.status).toBe(status)
  expect(await answer.text()).toContain(`<html lang="${language}"`)
})

test.each(['category=nowhere', 'category=_', 'orientation=round', 'duration_from=-1', 'sort=x&offset=1e9'])(
  'a search narrowed by what is not there (%s) is answered as if it were not narrowed',
  async (query) => {
    const answer = await get(`/s/clip?${query}`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('<h1')
  },
)

test('a failed page shows the error in its language', async () => {
  const broken = await startTestServer()
  await broken.deps.db.schema.dropTable('categories').execute()
  for (const [path, title] of [
    ['/pricing', 'Something went wrong'],
    ['/ja/pricing', '問題が起きました'],
  ] as const) {
    const answer = await fetch(broken.at(path))
    expect(answer.status).toBe(500)
    expect(await answer.text()).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
  }
  await broken.close()
})
