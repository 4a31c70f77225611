import { globSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DEFAULT_SHOP } from '#contract/shop/default-shop.ts'
import { withSetting } from '#domain/shop/setting-paths.ts'
import { aClip } from '../../support/database/rows.ts'
import { askServer } from '../../support/http/ask.ts'
import { IN_LONG_TEST } from '../../support/runs.ts'
import { startFleet } from '../../support/shop/fleet.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { PATIENT, startTestServer, type TestServer } from '../../support/shop/server.ts'
import { setShop } from '../../support/shop/set-shop.ts'

let server: TestServer
let admin: TestMember

beforeAll(async () => {
  server = await startTestServer({ limits: PATIENT })
  admin = await aMember(server.deps, { admin: true, name: 'Ryo' })
  for (let made = 0; made < 45; made++) await aClip(server.deps.db)
  const sets = await setShop(server.deps.db)
  await sets.aPromotion()
  await sets.aCollection()
}, 60_000)
afterAll(() => server.close())

/** Every kind of page, in both languages. */
const PAGES = [
  ...[
    '/',
    '/?offset=40',
    '/t/temple',
    '/s/clip',
    '/s/zzzz',
    '/s?q=clip',
    '/m/1',
    '/m/1/similar',
    `/look/${'A'.repeat(27)}`,
    '/embed/1',
    '/by/nagare',
    '/none',
  ],
  ...[
    '/pricing',
    '/account',
    '/likes',
    '/collections',
    '/relink',
    '/terms',
    '/privacy',
    '/commerce',
    '/contact',
    '/paysuccess',
  ],
  ...['/terms/2024-12-01', '/privacy/2024-12-01', '/pages/none', '/developers', '/developers/clips'],
  ...['/promo/kyoto-autumn', '/promo/none', '/curated/quiet-rain', '/promo-make', '/curated-make'],
  ...['/promo-signup', '/reset-password', '/verify-email', '/verify/none', '/licence/none', '/setup'],
  ...['/studio', '/studio/clip/1', '/admin/sets', '/404', '/429', '/500'],
  ...globSync('*.astro', { cwd: 'src/pages/studio' }).map((file) => `/studio/${file.slice(0, -6)}`),
].flatMap((page) => [
  page,
  page === '/promo-signup' ? '/promo-signup-jp' : `/ja${page.replace(/^\/(?=$|\?)/, '')}`,
])
const FILES = [
  ...[
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap-pages.xml',
    '/sitemap-clips-1.xml.gz',
    '/feed.atom',
    '/t/temple/feed.atom',
    '/llms.txt',
  ],
  ...['/site.webmanifest', '/api/openapi.json'],
]

test('the list has every route of pages', () => {
  const routes = globSync('**/*.{astro,ts}', { cwd: 'src/pages', exclude: ['mcp.ts'] }).map((file) => {
    const path = file.replace(/\.(?:astro|ts)$/, '').replace(/(?:^|\/)index$/, '')
    return RegExp(`^/${path.replace(/\[\.\.\.\w+\]/, '.+').replace(/\[\w+\]/g, '[^/]+')}(?:\\?.*)?$`)
  })
  expect(routes.length).toBeGreaterThan(40)
  expect(routes.filter((route) => ![...PAGES, ...FILES].some((path) => route.test(path)))).toEqual([])
})

async function get(
  path: string,
  { headers = {}, from = server }: { headers?: object; from?: TestServer } = {},
) {
  const answer = await fetch(from.at(path), {
    redirect: 'manual',
    headers: { accept: 'text/html', ...headers },
  })
  // Equal texts may be compressed in other pieces.
  const text = path.endsWith('.gz') ? String(gunzipSync(await answer.arrayBuffer())) : await answer.text()
  return { answer, text, title: /<title>(.*?)<\/title>/.exec(text)?.[1] ?? text.slice(0, 200) }
}

async function ask(method: string, path: string, body?: object, from = server) {
  const answer = await askServer(from, method, path, { body, headers: admin.headers })
  return { answer, body: answer.status === 204 ? undefined : await answer.json() }
}

const shop = async () => (await ask('GET', '/api/studio/shop')).body

async function save(settings: object) {
  const { revision } = await shop()
  return (await ask('PUT', '/api/studio/shop/draft', { settings, revision })).body.revision as number
}

async function publish(settings: object) {
  const revision = await save(settings)
  expect((await ask('POST', '/api/studio/shop/publish', { revision })).answer.status).toBe(204)
}

const named = (name: string) => withSetting(DEFAULT_SHOP, 'identity.name', name)

const titled = (name: string, from = server) =>
  vi.waitFor(async () => expect((await get('/pricing', { from })).title).toBe(`Pricing | ${name}`), {
    timeout: 10_000,
    interval: 50,
  })

test('with the default published, every page is byte for byte what it was without a version', async () => {
  // By turns in English and Japanese.
  const tried = PAGES.filter((_, n) => IN_LONG_TEST || n % 4 === 0 || n % 4 === 3)
  const everything = async () =>
    Object.fromEntries(
      await Promise.all(
        [...tried, ...FILES].map(async (path) => {
          const { answer, text } = await get(path)
          return [path, `${answer.status} ${answer.headers.get('location')} ${text}`] as const
        }),
      ),
    )
  const before = await everything()
  // It comes with an icon.
  expect(Object.keys(before).filter((path) => /^[245]\d\d null .{0,20}$/s.test(before[path]!))).toEqual([
    '/site.webmanifest',
  ])
  await publish(named('Hoshi'))
  await titled('Hoshi')
  const other = await everything()
  const unchanged = Object.keys(before).filter((path) => before[path] === other[path])
  expect(unchanged).toEqual(
    [
      ...['/s?q=clip', '/ja/s?q=clip', '/admin/sets', '/ja/admin/sets'],
      ...['/robots.txt', '/sitemap.xml', '/sitemap-pages.xml', '/sitemap-clips-1.xml.gz'],
      '/site.webmanifest',
    ].filter((path) => path in before),
  )
  await publish(DEFAULT_SHOP)
  await titled('Nagare')
  const after = await everything()
  expect(Object.keys(before).filter((path) => before[path] !== after[path])).toEqual([])
}, 120_000)

test('strangers see a draft when it is published, on cached pages too', async () => {
  const { text: before } = await get('/')
  const settings = withSetting(named('Tsuki & "Co"'), 'home.title.ja', '{resolution}の海')
  const revision = await save(settings)
  expect((await get('/')).text).toBe(before)
  await ask('POST', '/api/studio/shop/publish', { revision })
  await titled('Tsuki &amp; &quot;Co&quot;')
  expect((await get('/ja')).text).toContain('>1080pの海</h1>')
  await publish(DEFAULT_SHOP)
  await titled('Nagare')
})

test('an admin alone sees pages as the draft would look; nothing of that is kept, indexed or framed elsewhere', async () => {
  await save(named('Umi'))
  const { answer } = await ask('POST', '/api/studio/shop/preview')
  const set = answer.headers.get('set-cookie') ?? ''
  expect(set).toMatch(/; HttpOnly/)
  expect(set).toMatch(/; SameSite=Strict/)
  const cookie = `theme=x; ${set.split(';')[0]}`
  for (const path of ['/pricing?draft=1', '/?draft', '/s/clip?draft=1', '/m/1?draft=1', '/none?draft=1']) {
    const { answer, title } = await get(path, { headers: { cookie } })
    expect(title, path).toContain('Umi')
    const { headers } = answer
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect([headers.get('x-robots-tag'), headers.get('etag'), headers.get('x-cache')]).toEqual([
      'noindex',
      null,
      null,
    ])
    expect(headers.get('x-frame-options')).toBeNull()
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  }
  const nobodys = [
    ['/pricing', cookie],
    ['/pricing?draft=1', ''],
    ['/pricing?draft=1', cookie.replace(/=\d+\./, '=2.')],
    ['/pricing?draft=1', cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
  ]
  for (const [path, sent] of nobodys) {
    const { answer, title } = await get(path!, { headers: { cookie: sent } })
    expect(title, `${path} ${sent}`).toBe('Pricing | Nagare')
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
  }
  const { db } = server.deps
  await db.updateTable('users').set({ role: null }).where('id', '=', admin.id).execute()
  expect((await get('/pricing?draft=1', { headers: { cookie } })).title).toBe('Pricing | Nagare')
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.id).execute()
})

test('an hour later the preview has ended', async () => {
  let ahead = 0
  const later = await startTestServer({ limits: PATIENT, now: () => new Date(Date.now() + ahead) })
  const { headers } = await aMember(later.deps, { admin: true })
  const settings = named('Umi')
  await askServer(later, 'PUT', '/api/studio/shop/draft', { body: { settings, revision: 0 }, headers })
  const allowed = await askServer(later, 'POST', '/api/studio/shop/preview', { headers })
  const cookie = allowed.headers.get('set-cookie')?.split(';')[0] ?? ''
  const title = async () => (await get('/terms?draft=1', { headers: { cookie }, from: later })).title
  expect(await title()).toBe('Terms of Service | Umi')
  ahead = 61 * 60_000
  expect(await title()).toBe('Terms of Service | Nagare')
  await later.close()
})

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><script>alert(1)</script><path d="M0 0h40v20z"/></svg>'

async function send(use: string, bytes: string | Buffer) {
  const { answer, body } = await ask('POST', '/api/studio/shop/pictures', {
    use,
    bytes: Buffer.from(bytes).toString('base64'),
  })
  expect(answer.status).toBe(200)
  return body.name as string
}

test('a look of its own is one hashed sheet after ours, and pictures are files with a policy of their own', async () => {
  const [logo, icon] = [await send('logo', LOGO), await send('icon', LOGO)]
  const look = {
    accent: '#ffd400',
    paper: 'sand',
    corners: 'sharp',
    type: 'mincho',
    css: '.banner { color: #123456 }',
  }
  const changes = {
    'identity.logo': logo,
    'identity.icon': icon,
    look,
    'home.announcement.text.en': 'Sale & more',
  }
  const settings = Object.entries(changes).reduce(
    (tree, [path, value]) => withSetting(tree, path, value),
    named('Hoshi'),
  )
  await publish(settings)
  await titled('Hoshi')
  const { text } = await get('/')
  const sheets = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href!)
  expect(sheets).toEqual([
    expect.stringMatching(/^\/_astro\/mincho\..*css$/),
    expect.stringMatching(/^\/media\/shop\/[0-9a-f]{32}\.css$/),
  ])
  expect((await get(sheets[0]!)).text).toContain('Shippori Mincho')
  const sheet = await get(sheets[1]!)
  expect(sheet.answer.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(sheet.answer.headers.get('cache-control')).toContain('immutable')
  expect(sheet.text).toMatch(
    /^@layer shop\{:root\{--paper:light-dark\(.*\}@layer own\{\.banner\{color:#123456\}\}$/,
  )
  expect(text).toMatch(/<aside class="announcement" aria-label="Announcement">\s*Sale &amp; more\s*<\/aside>/)
  expect((await get('/ja')).text).not.toContain('class="announcement"')

  expect(text).toContain(`<img src="/media/shop/${logo}" alt="" width="40" height="20">`)
  const drawing = await get(`/media/shop/${logo}`)
  expect(drawing.text).not.toContain('script')
  expect(drawing.answer.headers.get('content-type')).toBe('image/svg+xml')
  expect(drawing.answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*sandbox/)
  expect(text).toContain(`<link rel="icon" href="/media/shop/${icon}" type="image/svg+xml">`)
  const manifest = JSON.parse((await get('/site.webmanifest')).text)
  expect(manifest).toMatchObject({ name: 'Hoshi', icons: [{ sizes: '192x192' }, { sizes: '512x512' }] })
  for (const { src } of manifest.icons)
    expect((await get(src)).answer.headers.get('content-type')).toBe('image/png')
  expect(text).toContain(`"logo":"http://nagare.example/media/shop/${logo}"`)

  await publish(DEFAULT_SHOP)
  await titled('Nagare')
  expect((await get('/')).text).not.toContain('rel="stylesheet"')
  expect((await get('/site.webmanifest')).answer.status).toBe(404)
})

test('a look of its own costs a page at most 400 bytes', async () => {
  const sent = async (path: string) => {
    const { answer } = await get(path, { headers: { 'accept-encoding': 'br' } })
    expect(answer.headers.get('content-encoding')).toBe('br')
    return Number(answer.headers.get('content-length'))
  }
  const before = await Promise.all(['/', '/pricing', '/m/1'].map(sent))
  const [logo, icon] = [await send('logo', LOGO), await send('icon', LOGO)]
  const look = {
    accent: '#8a1f4d',
    paper: 'cool',
    corners: 'round',
    type: 'rounded',
    css: 'a { color: red }',
  }
  const settings = Object.entries({
    'identity.logo': logo,
    'identity.logoDark': logo,
    'identity.icon': icon,
    look,
  }).reduce((tree, [path, value]) => withSetting(tree, path, value), named('Hoshi'))
  await publish(settings)
  await titled('Hoshi')
  const after = await Promise.all(['/', '/pricing', '/m/1'].map(sent))
  for (const [at, bytes] of after.entries()) expect(bytes - before[at]!).toBeLessThanOrEqual(400)
  await publish(DEFAULT_SHOP)
  await titled('Nagare')
})

test('a shop in one language redirects the other’s addresses, and names only its own', async () => {
  const only = (shown: string) => withSetting(named('Hoshi'), 'languages.shown', shown)
  const led = async (path: string) => {
    const { answer } = await get(path)
    return [answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]
  }
  await publish(only('ja'))
  await vi.waitFor(async () => expect((await get('/')).answer.status).toBe(302), { timeout: 10_000 })
  expect(await led('/')).toEqual([302, '/ja', 'no-cache'])
  expect(await led('/s/clip?offset=40&utm=x')).toEqual([302, '/ja/s/clip?offset=40&utm=x', 'no-cache'])
  const { text } = await get('/ja/pricing')
  expect(text).not.toMatch(/<a [^>]*data-language|hreflang="en"|og:locale:alternate/)
  expect(text).toContain('hreflang="x-default" href="http://nagare.example/ja/pricing"')
  for (const path of [
    '/robots.txt',
    '/api/medias/search',
    '/favicon.svg',
    '/studio',
    '/ja/studio',
    '/media/none',
  ])
    expect((await get(path)).answer.status, path).not.toBe(302)
  const pages = (await get('/sitemap-pages.xml')).text
  expect(pages).toContain('<loc>http://nagare.example/ja/pricing</loc>')
  expect(pages).not.toMatch(/nagare\.example\/pricing|xhtml:link/)

  await publish(only('en'))
  await vi.waitFor(async () => expect(await led('/ja/m/1')).toEqual([302, '/m/1', 'no-cache']), {
    timeout: 10_000,
  })
  const english = (await get('/')).text
  expect(english).not.toMatch(/<a [^>]*data-language|hreflang="ja"/)
  await publish(DEFAULT_SHOP)
  await titled('Nagare')
  expect((await get('/ja')).answer.status).toBe(200)
})

test('without the testers’ programme its pages and calls are not found; spots and worth are the shop’s own', async () => {
  const { db } = server.deps
  const total = async () =>
    (await db.selectFrom('tester_spots').select('total').executeTakeFirstOrThrow()).total
  const programme = { testers: true, spots: 35, clipWorth: 12, promotionDays: 30 }
  await publish(withSetting(named('Hoshi'), 'programme', programme))
  await titled('Hoshi')
  expect(await total()).toBe(35)
  expect((await get('/promo-signup')).text).toContain('&quot;total&quot;:[0,35]')
  expect((await get('/promo/kyoto-autumn')).text).toContain('$36 Worth of')
  expect((await get('/promo-make')).text).toContain('&quot;days&quot;:[0,30]')
  await publish(withSetting(named('Tsuki'), 'programme.testers', false))
  await titled('Tsuki')
  for (const path of ['/promo-signup', '/promo-signup-jp', '/api/users/early-adopters'])
    expect((await get(path)).answer.status, path).toBe(404)
  for (const page of ['/pricing', '/account', '/paysuccess', '/studio', '/studio/prices', '/studio/members'])
    for (const path of [page, `/ja${page}`])
      expect((await get(path)).text, path).not.toMatch(/tester|テスター|early.?adopt|promo-signup/i)
  await publish(DEFAULT_SHOP)
  await titled('Nagare')
  expect((await get('/promo-signup')).answer.status).toBe(200)
  expect(await total()).toBe(20)
})

test('the home page shows the shelves that the shop wants, in their order', async () => {
  const { db } = server.deps
  const [sea, rain] = [
    await aClip(db, { source: { category: 'sea', title: 'Sea <1>', popularity: 0.5 } }),
    await aClip(db),
  ]
  const shelf = (kind: string, of = '', en = '') => ({ kind, of, title: { en, ja: '' } })
  const shelves = [
    shelf('mission'),
    shelf('category', 'sea', 'By the sea'),
    shelf('chosen', `${rain.id}, ${sea.id}, 999999, x`, 'By hand'),
    shelf('collection', 'quiet-rain', 'Quiet'),
    shelf('category', 'nothing', 'Nothing'),
    shelf('all', '', 'Everything'),
    shelf('all', '', 'Twice'),
    shelf('newest', '', 'New'),
  ]
  await publish(withSetting(named('Hoshi'), 'home.shelves', shelves))
  await titled('Hoshi')
  const { text } = await get('/')
  const headings = [...text.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, heading]) => heading)
  expect(headings).toEqual(['Our Mission', 'By the sea', 'By hand', 'Quiet', 'Everything', 'New'])
  const rows = [...text.matchAll(/<section class="shelf container">.*?<\/section>/gs)].map(([row]) =>
    [...row.matchAll(/href="\/m\/(\d+)"/g)].map(([, id]) => Number(id)),
  )
  expect(rows[0]).toEqual([sea.id])
  expect(rows[1]).toEqual([rain.id, sea.id])
  expect(rows[2]).toHaveLength(3)
  expect(rows[3]).toHaveLength(12)
  expect(text).toContain('<span>Sea &lt;1&gt;</span>')
  await publish(DEFAULT_SHOP)
  await titled('Nagare')
})

test('links of its own are in header and footer, in each language, and its accounts are named as its own', async () => {
  const label = (en: string, ja: string) => ({ en, ja })
  const links = {
    header: [{ label: label('Tours', 'ツアー'), href: '/contact' }],
    footer: [{ label: label('Paper <b>', '紙'), href: 'https://paper.example/?a=1&b=2' }],
    accounts: [{ href: 'https://social.example/@hoshi' }],
  }
  await publish(withSetting(named('Hoshi'), 'links', links))
  await titled('Hoshi')
  const { text } = await get('/')
  expect(text).toContain('<a href="/contact">Tours</a>')
  expect(text).toMatch(
    /<a href="https:\/\/paper\.example\/\?a=1&(?:amp;|#38;)?b=2"[^>]*>Paper &lt;b&gt;<\/a>/,
  )
  expect(text).toMatch(
    /<a href="https:\/\/social\.example\/@hoshi" rel="me noopener"[^>]*>social\.example<\/a>/,
  )
  expect(text).toContain('"sameAs":["https://social.example/@hoshi"]')
  const japanese = (await get('/ja/pricing')).text
  expect(japanese).toContain('<a href="/ja/contact">ツアー</a>')
  expect(japanese).toContain('>紙</a>')
  const { revision } = await shop()
  for (const href of ['javascript:alert(1)', '//evil.example', '/\\\\evil.example', 'data:text/html,x', ''])
    for (const list of ['header', 'footer']) {
      const settings = withSetting(DEFAULT_SHOP, `links.${list}`, [{ label: label('x', 'x'), href }])
      const { answer, body } = await ask('PUT', '/api/studio/shop/draft', { settings, revision })
      expect(answer.status, href).toBe(422)
      expect(body.problems[0].path).toBe(`links.${list}.0.href`)
    }
  await publish(DEFAULT_SHOP)
  await titled('Nagare')
})

test('a draft with wrong fields is refused with all of them; a too large one at once', async () => {
  const { revision } = await shop()
  const settings = withSetting(named(''), 'visitors.clipsPerPage', 3)
  const { answer, body } = await ask('PUT', '/api/studio/shop/draft', { settings, revision })
  expect(answer.status).toBe(422)
  expect(body).toMatchObject({
    status: 'SHOP_INVALID',
    problems: [
      { path: 'identity.name', code: 'empty' },
      { path: 'visitors.clipsPerPage', code: 'outOfRange' },
    ],
  })
  const large = { settings: named('x'.repeat(1_000_000)), revision }
  expect((await ask('PUT', '/api/studio/shop/draft', large)).answer.status).toBe(413)
  expect((await shop()).revision).toBe(revision)
})

test.runIf(IN_LONG_TEST)(
  'three processes on PostgreSQL show the same version within two seconds',
  async () => {
    const fleet = await startFleet({ limits: PATIENT })
    const [first] = fleet.servers
    const { headers } = await aMember(first!.deps, { admin: true })
    for (const from of fleet.servers) await titled('Nagare', from)
    for (const name of ['Hoshi', 'Tsuki', 'Umi']) {
      const at = (await askServer(first!, 'GET', '/api/studio/shop', { headers })).json()
      const { revision } = (await at) as { revision: number }
      await askServer(first!, 'PUT', '/api/studio/shop/draft', {
        body: { settings: named(name), revision },
        headers,
      })
      const body = { revision: revision + 1 }
      expect((await askServer(first!, 'POST', '/api/studio/shop/publish', { body, headers })).status).toBe(
        204,
      )
      const began = performance.now()
      await Promise.all(fleet.servers.map((from) => titled(name, from)))
      expect(performance.now() - began).toBeLessThan(2_000)
    }
    await fleet.close()
  },
  120_000,
)

test('words of its own stand on every page that has them, and the others follow ours', async () => {
  const settings = await shop()
  expect(settings.settings.words.mission.lead.en).toBe(settings.defaults.words.mission.lead.en)
  const own: Record<string, unknown> = {
    'words.mission.lead.en': 'Stars & {updates} <3',
    'words.pricing.pro.points.ja': ['星を{updates}', '二', '三', '四'],
    'words.commerce.lead.ja': '{siteName}の表記です。',
    'words.landing.faq.sourcing.answer.en': 'From the sky.',
    'seller.name': 'Hoshi',
  }
  const words = Object.entries(own).reduce((tree, [path, value]) => withSetting(tree, path, value), {
    ...named('Hoshi'),
    words: settings.settings.words,
  })
  await publish(words)
  await titled('Hoshi')
  expect((await get('/')).text).toContain('>Stars &amp; weekly &lt;3</p>')
  expect((await get('/ja/pricing')).text).toContain('星を毎週')
  expect((await get('/commerce')).text).toContain('Hoshiの表記です。')
  expect((await get('/promo-signup')).text).toContain('From the sky.')
  expect((await shop()).published.words).toEqual(words.words)
  const { document } = await server.deps.db
    .selectFrom('shop_versions')
    .select('document')
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  expect(Object.keys(JSON.parse(document).values.words)).toEqual([
    'mission',
    'pricing',
    'commerce',
    'landing',
  ])
  expect(document.length).toBeLessThan(3000)
  const refused = await ask('PUT', '/api/studio/shop/draft', {
    settings: withSetting(words, 'words.mission.title.ja', '{nanika}'),
    revision: (await shop()).revision,
  })
  expect(refused.body.problems).toEqual([
    { path: 'words.mission.title.ja', code: 'unknownPlaceholder', what: '{nanika}' },
  ])
  await publish(DEFAULT_SHOP)
  await titled('Nagare')
})

test('own terms hold from their day, and every version stays readable at its own address', async () => {
  let ahead = 0
  const later = await startTestServer({ limits: PATIENT, now: () => new Date(Date.now() + ahead) })
  let { headers } = await aMember(later.deps, { admin: true })
  const put = async (changes: Record<string, unknown>) => {
    const { settings, revision } = await (
      await askServer(later, 'GET', '/api/studio/shop', { headers })
    ).json()
    const changed = Object.entries(changes).reduce(
      (tree, [path, value]) => withSetting(tree, path, value),
      settings,
    )
    const body = { settings: changed, revision }
    const saved = await (await askServer(later, 'PUT', '/api/studio/shop/draft', { body, headers })).json()
    return askServer(later, 'POST', '/api/studio/shop/publish', { body: saved, headers })
  }
  const read = async (path: string) => (await get(path, { from: later })).text
  const plain = await read('/terms')
  expect(plain).toContain('datetime="2024-12-01"')
  expect(plain).toContain('Early testers')
  expect(plain).not.toContain('Versions:')
  expect((await get('/terms/2024-12-01', { from: later })).answer.status).toBe(200)
  expect((await get('/terms/2025-12-01', { from: later })).answer.status).toBe(404)

  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  const change = { 'words.terms.lead.en': 'Other rules.', 'words.licence.may.title.en': 'You may, now' }
  const refused = await put({ ...change, 'identity.name': 'Hoshi' })
  expect(refused.status).toBe(422)
  expect((await refused.json()).problems).toMatchObject([{ path: 'legal.terms', code: 'needsLaterDay' }])
  expect((await put({ 'legal.terms': day })).status).toBe(204)
  await titled('Hoshi', later)
  const before = await read('/terms')
  expect(before).not.toContain('Other rules.')
  expect(before).toContain(`href="/terms/${day}"`)
  expect(await read(`/terms/${day}`)).toContain('Other rules.')
  expect(await read(`/terms/${day}`)).toContain('This version does not hold yet.')
  expect(await read(`/ja/terms/${day}`)).toContain(`href="/terms/${day}" hreflang="en"`)
  expect(await read('/pricing')).not.toContain('You may, now')
  expect(await read('/pricing')).toContain('&quot;termsDay&quot;:[0,&quot;2024-12-01&quot;]')

  ahead = 41 * 86_400_000
  const { run } = (await import('#server/shop/legal-notice.ts')).legalJob
  await run(later.deps, { state: ['2024-12-01', ''], signal: new AbortController().signal })
  const named = `&quot;termsDay&quot;:[0,&quot;${day}&quot;]`
  await vi.waitFor(async () => expect(await read('/pricing')).toContain(named), { timeout: 10_000 })
  expect(await read('/terms')).toContain('Other rules.')
  expect(await read('/pricing')).toContain('You may, now')
  expect(await read('/terms/2024-12-01')).toContain('This version no longer holds.')
  expect(await read('/terms/2024-12-01')).not.toContain('Other rules.')

  ;({ headers } = await aMember(later.deps, { role: 'admin' }))
  expect((await put({ 'programme.testers': false, 'identity.name': 'Tsuki' })).status).toBe(204)
  await titled('Tsuki', later)
  for (const path of ['/terms', '/terms/2024-12-01', '/pricing', '/studio', '/'])
    expect((await read(path)).replaceAll(/&quot;texts&quot;.*?astro-island/gs, ''), path).not.toMatch(
      /tester/i,
    )
  for (const path of ['/ja/terms', '/ja/studio']) expect(await read(path)).not.toContain('テスター')
  expect((await get('/studio/testers', { from: later })).answer.status).toBe(404)
  await later.close()
}, 60_000)

test('own pages are found at their address, in the footer and in the sitemap, and in no way of ours', async () => {
  const both = (en: string, ja: string) => ({ en, ja })
  const picture = await send('wide', await anImage())
  const page = {
    address: 'terms',
    title: both('About <us>'.replace(/[<>]/g, '&'), '私たち'),
    text: both(
      'Hello, {siteName}: {updates}.\n\n## More {#more}\n\n- **One**\n- [Two](/pricing)\n- [There](https://a.example/x)',
      '星',
    ),
    picture: both(picture, ''),
    inFooter: true,
  }
  const pages = [page, { ...page, address: 'hidden', inFooter: false }]
  const before = await everyByte()
  await publish(withSetting(named('Hoshi'), 'pages', pages))
  await titled('Hoshi')
  const { text, answer, title } = await get('/pages/terms')
  expect([answer.status, title]).toEqual([200, 'About &amp;us&amp; | Hoshi'])
  expect(text).toContain('Hello, Hoshi: weekly.')
  expect(text).toMatch(/<h2 id="more"[^>]*>More<\/h2>/)
  expect(text).toContain('<a href="https://a.example/x">There</a>')
  expect(text).toContain(`/media/shop/${picture}`)
  expect((await get('/ja/pages/terms')).text).toMatch(/<h1[^>]*>私たち<\/h1>/)
  expect((await get('/ja/pricing')).text).toContain('<a href="/ja/pages/terms"')
  expect(text).not.toContain('/pages/hidden"')
  expect((await get('/pages/none')).answer.status).toBe(404)
  const sitemap = (await get('/sitemap-pages.xml')).text
  expect(sitemap).toContain('<loc>http://nagare.example/ja/pages/terms</loc>')
  expect(sitemap).toContain('/pages/hidden')
  // Ours is ours.
  expect((await get('/terms')).title).toBe('Terms of Service | Hoshi')
  await publish(
    withSetting(
      withSetting(named('Tsuki'), 'pages', [{ ...page, title: both('', '月'), text: both('', '月') }]),
      'languages.shown',
      'ja',
    ),
  )
  await vi.waitFor(
    async () => expect((await get('/pages/terms')).answer.headers.get('location')).toBe('/ja/pages/terms'),
    { timeout: 10_000 },
  )
  expect((await get('/sitemap-pages.xml')).text).not.toContain('nagare.example/pages/')
  await publish(DEFAULT_SHOP)
  await titled('Nagare')
  expect(await everyByte()).toEqual(before)
})

test('a clip’s silent preview is the banner of a shop that wants it, for at most 400 bytes', async () => {
  const bytes = async () => {
    const { answer } = await get('/', { headers: { 'accept-encoding': 'br' } })
    return Number(answer.headers.get('content-length'))
  }
  const clip = await aClip(server.deps.db)
  await publish(named('Hoshi'))
  await titled('Hoshi')
  const before = await bytes()
  expect((await get('/')).text).not.toContain('<video')
  await publish(withSetting(named('Tsuki'), 'home.clip', String(clip.id)))
  await titled('Tsuki')
  const { text } = await get('/')
  const [video] = /<video [^>]*>.*?<\/video>/s.exec(text) ?? []
  expect(video).toMatch(/ muted .* autoplay .*preload="none" poster="\/media\/poster\//)
  expect([...video!.matchAll(/<source [^>]*media="\(prefers-reduced-motion: no-preference\)"/g)].length).toBe(
    2,
  )
  expect((await bytes()) - before).toBeLessThanOrEqual(400)
  // A clip that is gone is no banner.
  await publish(withSetting(named('Umi'), 'home.clip', '999999'))
  await titled('Umi')
  expect((await get('/')).text).not.toContain('<video')
  await publish(DEFAULT_SHOP)
  await titled('Nagare')
})

const everyByte = async () =>
  (await Promise.all(['/', '/ja', '/pricing', '/terms'].map((path) => get(path)))).map(({ text }) => text)

async function anImage() {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 64, height: 36, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
}
