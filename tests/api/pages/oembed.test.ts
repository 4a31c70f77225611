import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClip } from '../../support/database/rows.ts'
import { pageHead } from '../../support/http/page-head.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

const SITE = 'http://nagare.example'
const HOSTILE = `"></iframe><script>alert('1')</script>`

let server: TestServer
let clip: number
let tall: number

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.deps
  clip = (await aClip(db, { source: { title: HOSTILE, title_ja: '雨', user_name: 'Aoi' } })).id
  const size = { width: 1080, height: 1920 }
  tall = (await aClip(db, { source: size, media: size })).id
})
afterAll(() => server.close())

const ask = (query: Record<string, string>) => fetch(server.at(`/api/oembed?${new URLSearchParams(query)}`))
const answer = async (query: Record<string, string>) => (await ask(query)).json()
const iframe = (html: string) =>
  new Map([...html.matchAll(/ (\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))

test('a clip’s page leads to a player that other sites can show', async () => {
  const page = pageHead(await (await fetch(server.at(`/m/${clip}`))).text())
  const discovered = new URL(page.alternates.get('application/json+oembed') ?? '')
  expect(discovered.origin).toBe(SITE)
  const asked = await fetch(server.at(discovered.pathname + discovered.search))
  expect(asked.status).toBe(200)
  expect(asked.headers.get('content-type')).toMatch(/^application\/json/)
  expect(asked.headers.get('access-control-allow-origin')).toBe('*')
  const video = await asked.json()
  expect(video).toMatchObject({
    version: '1.0',
    type: 'video',
    title: HOSTILE,
    author_name: 'Aoi',
    provider_name: 'Nagare',
    provider_url: `${SITE}/`,
    width: 640,
    height: 360,
    thumbnail_width: 480,
    thumbnail_height: 270,
  })
  const src = new URL(iframe(video.html).get('src') ?? '')
  const player = await fetch(server.at(src.pathname + src.search))
  expect(player.status).toBe(200)
  expect(await player.text()).toContain('/media/watermarked/')
})

test('no title breaks out of the frame’s code', async () => {
  const { html } = await answer({ url: `${SITE}/m/${clip}` })
  expect(html.match(/<[^>]*>/g)).toEqual([expect.stringMatching(/^<iframe /), '</iframe>'])
  const player = await (await fetch(server.at(`/embed/${clip}`))).text()
  // Inside quotes they are text.
  expect(player.replace(/"[^"]*"/g, '')).not.toMatch(/<script|<\/iframe/)
})

test.each<[Record<string, string>, number, number]>([
  [{ maxwidth: '320' }, 320, 180],
  [{ maxheight: '90' }, 160, 90],
  [{ maxwidth: '100', maxheight: '100' }, 100, 56],
  [{ maxwidth: '5000', maxheight: '5000' }, 1280, 720],
])('a player fits into %o', async (room, width, height) => {
  const video = await answer({ url: `${SITE}/m/${clip}`, ...room })
  expect(video).toMatchObject({ width, height })
  expect(iframe(video.html).get('width')).toBe(String(width))
  expect(video.thumbnail_width ?? 0).toBeLessThanOrEqual(Number(room.maxwidth ?? 640))
  expect(video.thumbnail_height ?? 0).toBeLessThanOrEqual(Number(room.maxheight ?? 640))
})

test('an upright clip has an upright player', async () => {
  expect(await answer({ url: `${SITE}/m/${tall}` })).toMatchObject({ width: 360, height: 640 })
})

test('without space for a poster none is given', async () => {
  expect(await answer({ url: `${SITE}/m/${clip}`, maxwidth: '50' })).not.toHaveProperty('thumbnail_url')
})

test('the player has the requested language, loop and sound', async () => {
  const src = async (query: Record<string, string>) => iframe((await answer(query)).html).get('src')
  expect(await src({ url: `${SITE}/ja/m/${clip}?loop=0` })).toBe(`${SITE}/ja/embed/${clip}?loop=0`)
  expect(await src({ url: `${SITE}/m/${clip}`, mute: '0' })).toBe(`${SITE}/embed/${clip}?muted=0`)
  expect(await src({ url: `${SITE}/embed/${clip}?loop=0`, loop: '1' })).toBe(`${SITE}/embed/${clip}`)
  expect((await answer({ url: `${SITE}/ja/m/${clip}` })).title).toBe('雨')
})

test.each([
  'http://elsewhere.example/m/1',
  'https://nagare.example.evil.example/m/1',
  `${SITE}/t/temple`,
  `${SITE}/m/99999`,
  `${SITE}/m/1x`,
  `ftp://nagare.example/m/1`,
  'javascript:alert(1)',
  'nonsense',
  '/m/1',
])('%s is no clip of this site', async (url) => {
  const asked = await ask({ url })
  expect(asked.status).toBe(404)
  expect((await asked.json()).status).toBe('MEDIA_NOT_FOUND')
})

test.each<Record<string, string>>([
  { maxwidth: '0' },
  { maxwidth: '-5' },
  { maxheight: 'wide' },
  { maxwidth: '1e3' },
  { maxheight: '1.5' },
])('%o is no room', async (room) => {
  expect((await ask({ url: `${SITE}/m/${clip}`, ...room })).status).toBe(400)
})

test('the URL is required, and JSON is the only format', async () => {
  expect((await ask({})).status).toBe(400)
  expect((await ask({ url: `${SITE}/m/${clip}`, format: 'json' })).status).toBe(200)
  expect((await ask({ url: `${SITE}/m/${clip}`, format: 'xml' })).status).toBe(501)
})

test('other sites may frame only the player', async () => {
  const player = await fetch(server.at(`/embed/${clip}`))
  expect(player.headers.get('x-frame-options')).toBeNull()
  expect(player.headers.get('content-security-policy')).toContain('frame-ancestors *')
  expect(player.headers.get('content-security-policy')).not.toContain("frame-ancestors 'none'")
  expect(player.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  for (const path of ['/', `/m/${clip}`, '/account', '/api/oembed', '/embed']) {
    const { headers } = await fetch(server.at(path))
    expect(headers.get('x-frame-options'), path).toBe('DENY')
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
    expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
  }
})

test('a player loops without sound by default, and links to its clip', async () => {
  const html = async (query: string) => (await fetch(server.at(`/embed/${clip}${query}`))).text()
  const video = (page: string) => /<video(?:[^>"]|"[^"]*")*>/.exec(page)?.[0] ?? ''
  expect(video(await html(''))).toMatch(/ loop.* muted/)
  expect(video(await html('?loop=0'))).not.toMatch(/ loop/)
  expect(video(await html('?muted=0'))).not.toMatch(/ muted/)
  expect(await html('?loop=0')).toContain(`href="${SITE}/m/${clip}"`)
  expect((await fetch(server.at('/embed/99999'))).status).toBe(404)
  expect((await fetch(server.at('/embed/x'))).status).toBe(404)
})
