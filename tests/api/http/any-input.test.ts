import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIST_PARAMETERS } from '#domain/address/list-query.ts'
import { aClip } from '../../support/database/rows.ts'
import { type RawAnswer, requestRaw } from '../../support/http/raw-http.ts'
import { runs } from '../../support/runs.ts'
import { PATIENT, startTestServer, type TestServer } from '../../support/shop/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ env: { LOG_LEVEL: 'error' }, limits: PATIENT })
  await aClip(server.deps.db)
  await server.deps.storage.put('watermarked/a.mp4', new Uint8Array(1000), 'video/mp4')
})
afterAll(() => server.close())

const ROUTES = [
  '',
  ...'m t s m/1 s/temple t/temple/feed.atom embed embed/1 sitemap.xml sitemap-clips-1.xml.gz healthz'.split(
    ' ',
  ),
  ...'media media/watermarked/a.mp4 media/full _astro'.split(' '),
  ...'api api/medias api/medias/1 api/medias/search api/medias/categories api/medias/1/related'.split(' '),
  ...'api/oembed api/user api/users api/users/login api/users/refresh-token api/users/logout'.split(' '),
]
const ODD = [
  ...'.. . %2e%2e %2f %5c %00 % %c0%af %ff %25 %252e // \\ 雨 %E9%9B%A8 %F0%9F%98%80 %ED%A0%80'.split(' '),
  ...'-1 0 1e9 99999999999999999999 null __proto__ constructor [] {} \' " ; & + %20 <x>'.split(' '),
  'a'.repeat(300),
]

const piece = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ maxLength: 20 }).map(encodeURI_),
  fc.string({ maxLength: 10 }),
)
const path = fc
  .tuple(fc.constantFrom(...ROUTES), fc.array(piece, { maxLength: 4 }))
  .map(([route, pieces]) => `/${[route, ...pieces].join('/')}`)
const name = fc.constantFrom('offset', 'q', ...LIST_PARAMETERS, 'token', 'sig', 'exp', '__proto__', 'x')
const query = fc
  .array(fc.tuple(name, piece), { maxLength: 4 })
  .map((pairs) => (pairs.length > 0 ? `?${pairs.map((pair) => pair.join('=')).join('&')}` : ''))
const header = fc.constantFrom(
  ...'range if-range if-none-match if-modified-since accept-encoding authorization cookie'.split(' '),
  ...'content-type origin sec-fetch-site x-forwarded-for x-request-id expect host'.split(' '),
)
const value = fc.oneof(
  fc.constantFrom(
    'bytes=0-',
    'bytes=-1',
    'bytes=5-2,1-',
    '*',
    'W/"x"',
    'br;q=x',
    'Basic %%%',
    'Basic YTpi',
    'Basic YQA6AA==',
    'Bearer x',
    'null',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    '127.0.0.1, ::1',
    '100-continue',
  ),
  fc.string({ maxLength: 40 }),
)
const method = fc.constantFrom(...'GET GET GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND'.split(' '))

const ANSWERED = [200, 206, 301, 302, 303, 304, 308]
const REFUSED = [400, 401, 403, 404, 405, 412, 413, 414, 415, 416, 417, 429, 431]
const JSON_TYPE = 'application/json; charset=utf-8'

/** A refusal has a reason and a request id. */
function expectJson({ status, body }: RawAnswer): void {
  const answer = JSON.parse(body)
  if (REFUSED.includes(status))
    expect(answer).toEqual({
      status: expect.stringMatching(/^[A-Z_]+$/),
      message: expect.stringMatching(/\w/),
      request_id: expect.stringMatching(/^[\w-]+$/),
    })
}

test('no input causes a server error', async () => {
  const request = fc.record({ method, path, query, headers: fc.dictionary(header, value, { maxKeys: 4 }) })
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, query, headers }) => {
      const answer = await requestRaw(server.url, printable(path + query), {
        method,
        headers: mapped(headers),
      })
      expect([...ANSWERED, ...REFUSED]).toContain(answer.status)
      if (answer.headers['content-type'] === JSON_TYPE && method !== 'HEAD') expectJson(answer)
    }),
    { numRuns: runs(1_500) },
  )
  expect(server.logged).toEqual([])
})

function encodeURI_(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Without line breaks and spaces, which would end the request line: another test has those. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc} ]/gu, '_')
}

function mapped(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([key, text]) => [key, text.replaceAll(/[^ -~\u{a0}-\u{ff}]/gu, '')]),
  )
}
