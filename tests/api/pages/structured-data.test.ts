import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { aClip } from '../../support/database/rows.ts'
import { type PageHead, pageHead } from '../../support/http/page-head.ts'
import { schemaFaults } from '../../support/http/schema-org.ts'
import { IN_LONG_TEST } from '../../support/runs.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

const SITE = 'http://nagare.example'
const HOSTILE = '</script><!-- <script>alert("1")</script> &amp; \' ]]> \u2028'
const LONG = 'Rain falls on the old temple roof and runs along its eaves, '.repeat(8)

let server: TestServer
let clip: number
let hostile: number

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.deps
  const source = {
    title: 'Rain on eaves',
    title_ja: '軒に降る雨',
    description: LONG,
    user_name: 'Aoi',
    popularity: 2,
  }
  clip = (await aClip(db, { source, media: { duration: 10.04 } })).id
  hostile = (
    await aClip(db, {
      source: {
        title: HOSTILE,
        title_ja: HOSTILE,
        description: HOSTILE,
        description_ja: HOSTILE,
        user_name: HOSTILE,
        keywords: JSON.stringify([HOSTILE]),
        keywords_ja: JSON.stringify([HOSTILE]),
      },
    })
  ).id
  for (const id of [clip, hostile]) await db.transaction().execute((trx) => indexSource(trx, id))
})
afterAll(() => server.close())

async function head(path: string): Promise<PageHead> {
  return pageHead(await (await fetch(server.at(path))).text())
}

const pages = () => [
  '/',
  '/ja',
  '/t/temple',
  '/ja/t/temple',
  `/m/${clip}`,
  `/ja/m/${clip}`,
  `/m/${hostile}`,
  `/ja/m/${hostile}`,
  '/promo-signup',
  '/promo-signup-jp',
]

function ofType({ things }: PageHead, type: string): PageHead['things'][number] {
  const thing = things.find((each) => each['@type'] === type)
  if (!thing) throw new Error(`the page says nothing of a ${type}`)
  return thing
}

test('a clip is a VideoObject with all required fields, and links to its licence', async () => {
  const film = ofType(await head(`/m/${clip}`), 'VideoObject')
  expect(film).toMatchObject({
    name: 'Rain on eaves',
    description: LONG.trim(),
    duration: 'PT10S',
    uploadDate: '2026-11-21T00:00:00.000Z',
    embedUrl: `${SITE}/embed/${clip}`,
    license: `${SITE}/terms`,
    acquireLicensePage: `${SITE}/pricing`,
    creditText: 'Aoi',
    creator: { name: 'Aoi' },
    inLanguage: 'en',
    keywords: ['temple'],
    genre: 'temple',
  })
  expect(film.contentUrl).toMatch(/^http:\/\/nagare\.example\/media\/watermarked\/\w+\.mp4$/)
  for (const url of film.thumbnailUrl)
    expect(url).toMatch(/^http:\/\/nagare\.example\/media\/poster\/.+\.jpg$/)
})

test('the Japanese page of a clip says so in Japanese', async () => {
  const japanese = await head(`/ja/m/${clip}`)
  expect(ofType(japanese, 'VideoObject')).toMatchObject({
    name: '軒に降る雨',
    description: '最初の段落。',
    inLanguage: 'ja',
    keywords: ['寺'],
    embedUrl: `${SITE}/ja/embed/${clip}`,
    license: `${SITE}/ja/terms`,
  })
  expect(japanese.meta.get('og:locale')).toBe('ja_JP')
  expect(japanese.meta.get('og:locale:alternate')).toBe('en_US')
  expect(japanese.meta.get('og:title')).toBe('軒に降る雨')
  expect(japanese.meta.get('og:url')).toBe(`${SITE}/ja/m/${clip}`)
})

test.each([
  ['/t/temple', ['Nagare', 'Temple'], ['/', '/t/temple']],
  ['/ja/t/temple', ['Nagare', 'temple'], ['/ja', '/ja/t/temple']],
])('the way to %s is told step by step', async (path, names, paths) => {
  const { itemListElement } = ofType(await head(path), 'BreadcrumbList')
  expect(itemListElement.map((step: { name: string }) => step.name)).toEqual(names)
  expect(itemListElement.map((step: { item: string }) => new URL(step.item).pathname)).toEqual(paths)
  expect(itemListElement.map((step: { position: number }) => step.position)).toEqual([1, 2])
})

test('breadcrumbs lead to a clip through its category', async () => {
  const { itemListElement } = ofType(await head(`/m/${clip}`), 'BreadcrumbList')
  expect(itemListElement.map((step: { item: string }) => new URL(step.item).pathname)).toEqual([
    '/',
    '/t/temple',
    `/m/${clip}`,
  ])
})

test.each(['/', '/ja', '/t/temple'])('%s lists its clips in their order', async (path) => {
  const { itemListElement, numberOfItems } = ofType(await head(path), 'ItemList')
  expect(numberOfItems).toBe(2)
  expect(itemListElement[0]).toMatchObject({
    position: 1,
    url: `${SITE}${path.startsWith('/ja') ? '/ja' : ''}/m/${clip}`,
  })
})

test.each([
  ['/', `${SITE}/s?q={search_term_string}`],
  ['/ja', `${SITE}/ja/s?q={search_term_string}`],
])('%s says who is here and how to search', async (path, template) => {
  const home = await head(path)
  expect(ofType(home, 'Organization')).toMatchObject({ name: 'Nagare', url: `${SITE}/` })
  expect(ofType(home, 'WebSite').potentialAction).toMatchObject({
    target: { urlTemplate: template },
    'query-input': 'required name=search_term_string',
  })
  const search = template.replace(SITE, '').replace('{search_term_string}', 'rain')
  expect((await fetch(server.at(search))).status).toBe(200)
})

test.each([
  ['/promo-signup', 'en', /legally safe/],
  ['/promo-signup-jp', 'ja', /[ぁ-ん]/],
])('%s answers its questions in structured data, too', async (path, language, first) => {
  const faq = ofType(await head(path), 'FAQPage')
  expect(faq.inLanguage).toBe(language)
  expect(faq.mainEntity).toHaveLength(5)
  expect(faq.mainEntity[0].name).toMatch(first)
  for (const { acceptedAnswer } of faq.mainEntity) expect(acceptedAnswer.text).not.toMatch(/[[\]{}*]/)
})

test('any title stays text', async () => {
  for (const path of [`/m/${hostile}`, `/ja/m/${hostile}`]) {
    const page = await head(path)
    expect(ofType(page, 'VideoObject')).toMatchObject({
      name: HOSTILE,
      keywords: [HOSTILE],
      creditText: HOSTILE,
    })
    expect(page.meta.get('og:title')).toBe(HOSTILE)
    expect(page.meta.get('og:image:alt')).toBe(HOSTILE)
  }
})

test('a link preview of a clip can be played', async () => {
  const { meta } = await head(`/m/${clip}`)
  const said = Object.fromEntries(meta)
  expect(said).toMatchObject({
    'og:type': 'video.other',
    'og:site_name': 'Nagare',
    'og:url': `${SITE}/m/${clip}`,
    'og:image:width': '960',
    'og:image:height': '540',
    'og:image:alt': 'Rain on eaves',
    'og:video:type': 'video/mp4',
    'og:video:width': '1280',
    'og:video:height': '720',
    'twitter:card': 'player',
    'twitter:player': `${SITE}/embed/${clip}`,
    'twitter:player:width': '1280',
  })
  expect(said['og:video']).toMatch(/\/media\/watermarked\//)
  expect(said['og:image']).toMatch(/\/960\.jpg$/)
})

test('a description too long for search engines is cut at a word', async () => {
  const description = (await head(`/m/${clip}`)).meta.get('description') ?? ''
  expect(description.length).toBeLessThanOrEqual(160)
  expect(description.length).toBeGreaterThan(130)
  expect(LONG.startsWith(description.slice(0, -1))).toBe(true)
  expect(description).toMatch(/\w…$/)
})

test('a shop that sells nothing offers nothing', async () => {
  for (const path of ['/pricing', '/ja/pricing']) expect((await head(path)).things).toEqual([])
})

test.each(['/', '/t/temple', '/pricing', '/terms', '/promo-signup'])(
  '%s has a preview of its own',
  async (path) => {
    for (const address of [
      path,
      path === '/promo-signup' ? '/promo-signup-jp' : path === '/' ? '/ja' : `/ja${path}`,
    ]) {
      const { meta, title } = await head(address)
      expect(meta.get('og:url')).toBe(`${SITE}${address}`)
      expect(meta.get('og:type')).toBe('website')
      expect(meta.get('og:title')).not.toBe('')
      expect(title).toContain('Nagare')
      const description = meta.get('description') ?? ''
      expect(description.length).toBeGreaterThan(20)
      expect(description.length).toBeLessThanOrEqual(160)
      expect(meta.get('og:description')).toBe(description)
      expect(meta.get('twitter:card')).toBe('summary_large_image')
      expect(meta.get('twitter:image')).toBe(meta.get('og:image'))
    }
  },
)

test('the preview of a page without clips is the mark, in the stated size', async () => {
  const { meta } = await head('/pricing')
  const picture = await fetch(server.at(new URL(meta.get('og:image') ?? '').pathname))
  expect(picture.headers.get('content-type')).toBe(meta.get('og:image:type'))
  const { width, height } = await sharp(await picture.arrayBuffer()).metadata()
  expect([`${width}`, `${height}`]).toEqual([meta.get('og:image:width'), meta.get('og:image:height')])
})

test.each([
  ['/', '/feed.atom'],
  ['/ja', '/ja/feed.atom'],
  ['/t/temple', '/t/temple/feed.atom'],
  ['/ja/t/temple', '/ja/t/temple/feed.atom'],
])('%s leads to its feed', async (path, feed) => {
  expect((await head(path)).alternates.get('application/atom+xml')).toBe(SITE + feed)
})

/** Compiles the vocabulary. Comes last: it blocks this thread for seconds, and idle connections are closed meanwhile. */
const SLOW_MS = 120_000

test.runIf(IN_LONG_TEST)(
  'the structured data of every page fits the vocabulary of schema.org',
  {
    timeout: SLOW_MS,
  },
  async () => {
    const heads = await Promise.all(pages().map(head))
    for (const [index, { things }] of heads.entries())
      expect(things.length, pages()[index]).toBeGreaterThan(0)
    expect(schemaFaults(heads.flatMap(({ things }) => things))).toEqual([])
  },
)

test.runIf(IN_LONG_TEST)('unknown types and properties are found', { timeout: SLOW_MS }, () => {
  const video = { '@type': 'VideoObject', name: 'Rain' }
  const faults = schemaFaults([
    { ...video, filmUrl: 'https://nagare.example' },
    { ...video, isFamilyFriendly: 7 },
    { ...video, creator: { '@type': 'Director' } },
    { '@type': 'Film' },
  ])
  expect(faults).toEqual([
    expect.stringContaining('filmUrl'),
    expect.stringContaining('number'),
    expect.stringContaining('Director'),
    expect.stringContaining('Film'),
  ])
})
