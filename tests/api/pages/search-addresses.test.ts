import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOCALES, localePath, otherLocale } from '#domain/address/locale-path.ts'
import { searchPath } from '#domain/address/search-path.ts'
import { aClip } from '../../support/database/rows.ts'
import { publish } from '../../support/search-library.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The parts of a page that name its search. */
async function pageOf(path: string) {
  const answer = await fetch(server.at(path), { redirect: 'manual' })
  const html = await answer.text()
  const part = (pattern: RegExp) => plain(pattern.exec(html)?.[1] ?? 'missing')
  return {
    status: answer.status,
    heading: part(/<h1[^>]*>(.*?)<\/h1>/s),
    box: part(/<input[^>]*type="search"[^>]*value="([^"]*)"/),
    canonical: part(/<link rel="canonical" href="([^"]*)"/),
    otherLanguage: part(/<a class="language-link[^>]*href="([^"]*)"/),
  }
}

/** Without HTML's escapes. */
function plain(html: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  return html
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex, code) =>
      String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
    )
    .replace(/&(amp|lt|gt|quot);/g, (_, name) => signs[name]!)
}

test.each([
  'rain?',
  '24/7',
  'rock & roll',
  '50%',
  '100%41',
  '%3F',
  '#1',
  'a:b; c=d, @e + $5',
  'C:\\clips',
  '？＆／',
  '🌸 👩‍👩‍👧',
  'temple -rain',
  '"heavy rain" <b>',
])('%s stays as it was typed in heading, box and links, in both languages', async (text) => {
  for (const locale of LOCALES) {
    const path = localePath(locale, searchPath(text))
    const page = await pageOf(path)
    expect(page).toMatchObject({ status: 200, box: text })
    expect(page.heading).toContain(text)
    expect(page.otherLanguage).toBe(localePath(otherLocale(locale), searchPath(text)))
  }
})

test('a page with results names its canonical URL', async () => {
  await publish(server.deps.db, { title: 'Rain at 50%, 24/7' })
  const path = searchPath('rain 50% 24/7')
  expect(new URL((await pageOf(path)).canonical).pathname).toBe(path)
})

test('without JavaScript the form leads to the same URL', async () => {
  const answer = await fetch(server.at(`/ja/s?q=${encodeURIComponent('24/7 50% #1')}`), {
    redirect: 'manual',
  })
  expect(answer.headers.get('location')).toBe(localePath('ja', searchPath('24/7 50% #1')))
})

test('a keyword of a clip leads to its own search', async () => {
  const keyword = 'R&B 24/7?'
  const { id } = await aClip(server.deps.db, { source: { keywords: JSON.stringify([keyword]) } })
  const html = await (await fetch(server.at(`/m/${id}`))).text()
  expect(html).toContain(`href="${searchPath(keyword)}"`)
})
