import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer
let broken: TestServer
let secure: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await server.deps.storage.put('poster/a/480.webp', new Uint8Array(10), 'image/webp')
  await server.deps.storage.put('preview/a.mp4', new Uint8Array(10), 'video/mp4')
  secure = await startTestServer({ env: { SITE_URL: 'https://nagare.example' } })
  broken = await startTestServer()
  await broken.deps.db.destroy()
})
afterAll(() => Promise.all([server, secure, broken].map((one) => one.close())))

const NO_CONTENT = "default-src 'none'; frame-ancestors 'none'"

test.each([
  ['/', 200],
  ['/nothing', 404],
  ['/m/%ff', 400],
  ['/favicon.svg', 200],
  ['/api/medias/categories', 200],
  ['/api/medias/7', 404],
  ['/media/preview/a.mp4', 200],
  ['/media/poster/none.webp', 404],
  ['/t/', 308],
  ['/healthz', 200],
])('%s, answered %i, cannot be sniffed, framed or embedded elsewhere', async (path, status) => {
  const { status: answered, headers } = await fetch(server.at(path), { redirect: 'manual' })
  expect(answered).toBe(status)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('permissions-policy')).toContain('camera=()')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('strict-transport-security')).toBeNull()
  expect(headers.get('x-request-id')).toMatch(/^[\w.-]{8,64}$/)
})

test('other sites may show posters and no other media, as link previews and feeds do', async () => {
  const { headers } = await fetch(server.at('/media/poster/a/480.webp'))
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test.each(['/', '/nothing'])('%s may load only what the page itself names', async (path) => {
  const policy = (await fetch(server.at(path))).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("object-src 'none'")
  expect(policy).toMatch(/script-src 'self' 'sha256-/)
  expect(policy).not.toContain('unsafe')
})

test.each([
  '/api/medias/categories',
  '/api/medias/7',
  '/media/poster/a/480.webp',
  '/favicon.svg',
  '/healthz',
])('%s may load nothing', async (path) => {
  expect((await fetch(server.at(path))).headers.get('content-security-policy')).toBe(NO_CONTENT)
})

test('HSTS is sent only if the site’s URL is https', async () => {
  expect((await fetch(secure.at('/healthz'))).headers.get('strict-transport-security')).toMatch(
    /^max-age=\d+/,
  )
})

test('pages name the endpoint for policy violations, and the log has their origin and directive', async () => {
  const { headers } = await fetch(server.at('/'))
  expect(headers.get('content-security-policy')).toContain('report-to csp')
  const [, path = ''] = /^csp="(.+)"$/.exec(headers.get('reporting-endpoints') ?? '') ?? []
  const tell = (body: unknown) =>
    fetch(server.at(path), {
      method: 'POST',
      headers: { 'content-type': 'application/reports+json' },
      body: JSON.stringify(body),
    })
  // Of no other file: the process logs each once an hour.
  const blocked = 'https://evil-headers.example/a?token=HUSH'
  const report = { 'effective-directive': 'img-src', 'blocked-uri': blocked, 'document-uri': blocked }
  expect((await tell({ 'csp-report': report })).status).toBe(204)
  const body = { effectiveDirective: 'manifest-src', blockedURL: 'inline', documentURL: blocked }
  for (let times = 0; times < 3; times++) await tell([{ type: 'csp-violation', url: blocked, body }])
  const lines = server.logged.filter(({ msg }) => msg === 'content security policy violated')
  expect(lines).toMatchObject([
    { directive: 'img-src', blocked: 'https://evil-headers.example' },
    { directive: 'manifest-src', blocked: 'inline' },
  ])
  expect(JSON.stringify(server.logged)).not.toContain('HUSH')
  expect((await tell({ anything: 'else' })).status).toBe(400)
  expect((await tell('x'.repeat(20_000))).status).toBe(413)
  const answers = await Promise.all(Array.from({ length: 10 }, () => tell([])))
  expect(answers.map(({ status }) => status)).toContain(429)
})

test('a page that fails is a page, with its request id, safe and not stored', async () => {
  const answer = await fetch(broken.at('/'))
  const id = answer.headers.get('x-request-id') ?? 'none'
  expect(answer.status).toBe(500)
  expect(answer.headers.get('content-type')).toContain('text/html')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect((await answer.text()).includes(id)).toBe(true)
  const errors = broken.logged.filter((line) => line.id === id && line.level === 50)
  expect(errors).toHaveLength(1)
})

test('a failed API call reveals no reason', async () => {
  const answer = await fetch(broken.at('/api/medias/7'))
  expect(answer.status).toBe(500)
  expect(await answer.json()).toEqual({
    status: 'UNEXPECTED',
    message: 'Something went wrong. Please try again.',
    request_id: answer.headers.get('x-request-id'),
  })
})

test('it survives without its database, and is not ready', async () => {
  expect((await fetch(broken.at('/healthz'))).status).toBe(200)
  const answer = await fetch(broken.at('/readyz'))
  expect(answer.status).toBe(503)
  expect(await answer.json()).toEqual({ status: 'unavailable', failing: ['database'] })
  expect((await fetch(server.at('/readyz'))).status).toBe(200)
})

test('the headers of a page fit well into nginx’s default of 4 kB', async () => {
  const { headers } = await fetch(server.at('/'))
  const bytes = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  expect(bytes).toBeLessThan(2_500)
})
