import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { renderedPage, withOwnStyles } from './rendered-page.ts'

const digest = (css: string) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`
const [own, other, script] = ['@media (width < 9rem){a{color:red}}', 'b>i{content:"→ 流れ"}', 'alert()'].map(
  digest,
)

test('a policy names the styles of its page alone, and all of its scripts', () => {
  const policy = `script-src 'self' ${script};style-src 'self' ${own} ${other};img-src 'self'`
  const page = (css: string) => Buffer.from(`<html lang="ja"><style data-x>${css}</style><p>流れ</p></html>`)
  expect(withOwnStyles(policy, page('@media (width < 9rem){a{color:red}}'))).toBe(
    `script-src 'self' ${script};style-src 'self' ${own};img-src 'self'`,
  )
  expect(withOwnStyles(policy, page('b>i{content:"→ 流れ"}'))).toContain(`style-src 'self' ${other};`)
  expect(withOwnStyles(policy, Buffer.from('no styles'))).toContain("style-src 'self';")
})

const STORED = {
  'cdn-cache-control': 'max-age=600, stale-while-revalidate=3600',
  'cache-tag': 'clips,clip:7',
}

function page(status: number, headers: Record<string, string> = STORED) {
  return renderedPage({ status, headers, body: Buffer.from('a page') }, 'br')
}

function headerOf(rendered: Awaited<ReturnType<typeof page>>, name: string): string | undefined {
  const { headers } = rendered.response
  return headers.find((_, index) => index % 2 === 1 && headers[index - 1] === name)
}

test('a page is kept for its max-age, a missing one for half a minute and never stale', async () => {
  const tags = ['clips', 'clip:7']
  expect((await page(200)).policy).toEqual({ maxAge: 600, swr: 3600, tags })
  expect((await page(404)).policy).toEqual({ maxAge: 30, swr: 0, tags })
})

test.each([301, 302, 308, 400, 401, 403, 410, 429, 500, 503])(
  'an answer of %i is never kept',
  async (status) => {
    expect((await page(status)).policy).toBeUndefined()
  },
)

test('a page without a max-age is private', async () => {
  const rendered = await page(200, {})
  expect(rendered.policy).toBeUndefined()
  expect(rendered.response.etag).toBeUndefined()
  expect(headerOf(rendered, 'Cache-Control')).toBe('private, no-store')
  expect(headerOf(await page(200), 'Cache-Control')).toBe('public, max-age=0, must-revalidate')
})

test.each<Record<string, string>>([
  { 'set-cookie': 'seen=1' },
  { 'cache-control': 'private' },
  { 'cache-control': 'Private, max-age=60' },
  { 'cache-control': 'no-store' },
])('an answer with %j is for one person and never kept, whatever it says besides', async (headers) => {
  expect((await page(200, { ...STORED, ...headers })).policy).toBeUndefined()
})
