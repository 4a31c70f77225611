import sharp from 'sharp'
import { extractText, getDocumentProxy, renderPageAsImage } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClip } from '../../support/database/rows.ts'
import { IN_LONG_TEST } from '../../support/runs.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { PATIENT, startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer
let aoi: TestMember
let licence: string
/** The certificate in each language: making one takes half a second. */
let pdfs: Record<'en' | 'ja', Buffer>

beforeAll(async () => {
  server = await startTestServer({ limits: PATIENT })
  aoi = await aMember(server.deps, { membership: 'pro', name: '山本 葵 Aoi' })
  licence = await taken(aoi, { title: 'Torii in the tide', title_ja: '潮の中の鳥居' })
  pdfs = { en: await pdfOf(licence), ja: await pdfOf(licence, { locale: 'ja' }) }
})
afterAll(() => server.close())

/** Downloads a new clip with a poster. Returns the licence id. */
async function taken(
  member: TestMember,
  source: NonNullable<Parameters<typeof aClip>[1]>['source'],
): Promise<string> {
  const { deps } = server
  const clip = await aClip(deps.db, { source, media: { poster_widths: '[320]' } })
  const { poster_base } = await deps.db
    .selectFrom('medias')
    .select('poster_base')
    .where('source_id', '=', clip.id)
    .executeTakeFirstOrThrow()
  const poster = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#2b4d9c' } })
    .jpeg()
    .toBuffer()
  await deps.storage.put(`${poster_base.replace('/media/', '')}/320.jpg`, poster, 'image/jpeg')
  const signed = await get(`/api/media-sign?filepath=${clip.cloudpath}`, member)
  return (await signed.json()).licence
}

function get(path: string, member?: TestMember) {
  return fetch(server.at(path), { headers: member?.headers ?? {} })
}

async function pdfOf(id: string, { member = aoi, locale = 'en' } = {}): Promise<Buffer> {
  const answer = await get(`/api/licences/${id}/pdf?locale=${locale}`, member)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/** Without spaces: a PDF stores the position of letters instead. */
async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(pdf)), { mergePages: true })
  return text.replaceAll(/\s/g, '')
}

test('the certificate is one page, saved under the product’s name, and nobody keeps a copy', async () => {
  const answer = await get(`/api/licences/${licence}/pdf`, aoi)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="nagare_licence_${licence}.pdf"`,
  )
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const { numPages } = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()))
  expect(numPages).toBe(1)
})

test('it names holder, clip and terms, and the rights after cancelling', async () => {
  const text = await textOf(pdfs.en)
  for (const said of ['山本葵Aoi', 'Toriiinthetide', 'EffectiveDecember1,2024', licence, 'Afteryoucancel'])
    expect(text).toContain(said)
  expect(text).toContain(`http://nagare.example/verify/${licence}`)
})

test('it says so in Japanese too', async () => {
  const text = await textOf(pdfs.ja)
  for (const said of ['ライセンス証明書', '山本葵Aoi', '潮の中の鳥居', '2024年12月1日発効', '解約したあとは'])
    expect(text).toContain(said)
})

/** Share of dark pixels in a region. A broken font leaves it empty although the text can be copied. */
async function inkIn(pdf: Buffer, region: { left: number; top: number; width: number; height: number }) {
  const canvasImport = () => import('@napi-rs/canvas')
  const png = await renderPageAsImage(Uint8Array.from(pdf), 1, { canvasImport, scale: 2 })
  const pixels = await sharp(Buffer.from(png))
    .resize({ width: 595 })
    .extract(region)
    .greyscale()
    .raw()
    .toBuffer()
  return pixels.filter((grey) => grey < 200).length / pixels.length
}

test.each(IN_LONG_TEST ? (['en', 'ja'] as const) : (['ja'] as const))(
  'its letters are drawn, in %s',
  async (locale) => {
    const pdf = pdfs[locale]
    const rules = { left: 58, top: 545, width: 480, height: 190 }
    const title = { left: 380, top: 58, width: 160, height: 30 }
    expect(await inkIn(pdf, rules)).toBeGreaterThan(0.02)
    expect(await inkIn(pdf, title)).toBeGreaterThan(0.02)
    expect(await inkIn(pdf, { left: 560, top: 58, width: 10, height: 200 })).toBe(0)
  },
)

test('the same licence is the same file, byte for byte', async () => {
  expect((await pdfOf(licence, { locale: 'ja' })).equals(pdfs.ja)).toBe(true)
})

const NAMES = ['🌊👩‍👩‍👧 한국 العربية', '‮evil\u0000‬']
const MORE_NAMES = ['\u{e0100}葛\u{e0100}', 'x'.repeat(100), '龘'.repeat(100), '𠮷野']

test.each([...NAMES, ...(IN_LONG_TEST ? MORE_NAMES : [])])('any name can stand on it: %s', async (name) => {
  const member = await aMember(server.deps, { membership: 'pro' })
  const id = await taken(member, { title: name.replaceAll('\0', ' ') })
  await server.deps.db
    .updateTable('downloads')
    .set({ licensee_name: name.replaceAll('\0', ' ') })
    .where('public_id', '=', id)
    .execute()
  const { numPages } = await getDocumentProxy(Uint8Array.from(await pdfOf(id, { member })))
  expect(numPages).toBe(1)
})

test('it stays readable after the membership has ended and the clip is gone', async () => {
  const member = await aMember(server.deps, { membership: 'pro', name: 'Rin' })
  const id = await taken(member, { title: 'Gone' })
  await server.deps.db.deleteFrom('library').where('title', '=', 'Gone').execute()
  await server.deps.db
    .updateTable('users')
    .set({ granted_membership: null })
    .where('id', '=', member.id)
    .execute()
  const text = await textOf(await pdfOf(id, { member }))
  expect(text).toContain('Gone')
  expect(text).toContain('Pro')
})

test.each([
  ['', 'the answer'],
  ['/pdf', 'the certificate'],
])('nobody but the holder gets %s (%s), and nobody learns that it exists', async (path) => {
  const stranger = await aMember(server.deps, { membership: 'pro' })
  expect((await get(`/api/licences/${licence}${path}`)).status).toBe(401)
  const others = await get(`/api/licences/${licence}${path}`, stranger)
  const unknown = await get(`/api/licences/${'A'.repeat(20)}${path}`, stranger)
  expect([others.status, unknown.status]).toEqual([404, 404])
  const [one, other] = [await others.json(), await unknown.json()]
  expect({ ...one, request_id: '' }).toEqual({ ...other, request_id: '' })
  expect(one.status).toBe('LICENCE_NOT_FOUND')
})

test('an unknown language is refused', async () => {
  expect((await get(`/api/licences/${licence}/pdf?locale=fr`, aoi)).status).toBe(400)
})

test('anybody can check that it is genuine, without seeing the holder', async () => {
  const page = await get(`/verify/${licence}`)
  expect(page.status).toBe(200)
  const html = await page.text()
  for (const said of [
    'This certificate is genuine',
    'この証明書は本物です',
    'Torii in the tide',
    '潮の中の鳥居',
  ])
    expect(html).toContain(said)
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(html).not.toMatch(/山本|Aoi|example\.com|licensee/)
  expect(await (await get(`/verify/${licence}`, aoi)).text()).toBe(html)
  expect((await get(`/verify/${licence.toLowerCase()}`)).status).toBe(200)
})

test.each(['A'.repeat(20), 'x', '%00', '雨'])('there is no certificate %s', async (id) => {
  const page = await fetch(server.at(`/verify/${id}`), { headers: { accept: 'text/html' } })
  expect(page.status).toBeGreaterThanOrEqual(400)
  expect(page.status).toBeLessThan(500)
  expect(await page.text()).not.toContain('is genuine')
})

test('it is still genuine when the account is gone', async () => {
  const member = await aMember(server.deps, { membership: 'pro', name: 'Sora Leaves' })
  const id = await taken(member, { title: 'Left behind' })
  await server.deps.db.deleteFrom('users').where('id', '=', member.id).execute()
  const html = await (await get(`/verify/${id}`)).text()
  expect(html).toContain('Left behind')
  expect(html).not.toContain('Sora')
})

test('many at once are served or told to retry, and pages stay available', async () => {
  const asked = Array.from({ length: 14 }, () => get(`/api/licences/${licence}/pdf`, aoi))
  const began = performance.now()
  expect((await get('/healthz')).status).toBe(200)
  expect(performance.now() - began).toBeLessThan(1500)
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
})
