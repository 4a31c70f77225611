import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOSTILE_PIECES } from '../../support/hostile-texts.ts'
import { anAddress } from '../../support/http/ask.ts'
import { type RawAnswer, requestRaw } from '../../support/http/raw-http.ts'
import { publishLibrary } from '../../support/search-library.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'
import { LONG } from '../support/long.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'on', LOG_LEVEL: 'error' } })
  await publishLibrary(server.deps.db)
}, 120_000)
afterAll(() => server.close())

const TERMS = 10_000
const AT_ONCE = 4
const LONGEST_MS = 2_000
/** Other work may slow the machine: a slow term is slow each time. */
const TRIES = 4

const piece = fc.constantFrom(...HOSTILE_PIECES)
const term = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((all) => all.join('')),
  fc.array(piece, { maxLength: 12 }).map((all) => all.join(' ')),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 220 }),
  fc
    .tuple(piece, fc.integer({ min: 1, max: 900 }))
    .map(([text, times]) => text.repeat(times).slice(0, 1_200)),
  // Bytes that are not text, and invalid encodings.
  fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc
    .array(fc.constantFrom('%', '%zz', '%c0%af', '%ed%a0%80', '%00', '+', 'a'), { maxLength: 9 })
    .map((all) => Raw(all.join(''))),
)

/** Sent as it is. */
interface Raw {
  raw: string
}
const Raw = (raw: string): Raw => ({ raw })

function encoded(text: string | Buffer | Raw): string {
  if (typeof text === 'object' && 'raw' in text) return text.raw
  const bytes = typeof text === 'string' ? wtf8(text) : text
  return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

/** Half a surrogate pair too, which UTF-8 cannot encode. */
function wtf8(text: string): Buffer {
  const parts = [...text].map((one) =>
    one.isWellFormed()
      ? Buffer.from(one)
      : Buffer.from([0xed, 0x80 | ((one.charCodeAt(0) >> 6) & 0x3f), 0x80 | (one.charCodeAt(0) & 0x3f)]),
  )
  return Buffer.concat(parts)
}

const PLACES = [
  (text: string) => `/s/${text}`,
  (text: string) => `/api/medias/search?facets=1&q=${text}`,
  (text: string) => `/api/medias/suggestions?q=${text}`,
]

test.runIf(LONG)(
  'whatever is searched, page, API and suggestions answer or refuse, in time',
  async () => {
    const terms = fc.sample(term, { numRuns: TERMS, seed: 20_261_123 })
    const statuses: Record<number, number> = {}
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    const { 200: answered = 0, 400: refused = 0, 404: none = 0, ...others } = statuses
    expect(
      Object.keys(others).filter((status) => !['302', '303', '308', '414', '431'].includes(status)),
    ).toEqual([])
    expect(Math.min(answered, refused + none)).toBeGreaterThan(TERMS / 20)
    expect(server.logged).toEqual([])

    async function lane() {
      for (let text = terms.pop(); text !== undefined; text = terms.pop())
        for (const place of PLACES) await tryOne(place(encoded(text)))
    }

    async function tryOne(path: string) {
      const { status, body } = await inTime(path)
      expect(status, path).toBeLessThan(500)
      if (path.startsWith('/s/')) expect(body, path).not.toMatch(/<(?:pwned|script>pwned)/)
      else if (status !== 414) expect(() => JSON.parse(body), path).not.toThrow()
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  },
  30 * 60_000,
)

/** If the answer is late, tries again with the next page, since the first may be cached by then. */
async function inTime(path: string): Promise<RawAnswer> {
  for (let tried = 0; ; tried++) {
    const begun = performance.now()
    const more = tried > 0 ? `${path.includes('?') ? '&' : '?'}offset=${tried * 40}` : ''
    const answer = await requestRaw(server.url, path + more, { headers: { 'x-forwarded-for': anAddress() } })
    const took = performance.now() - begun
    if (took < LONGEST_MS && answer.status !== 503) return answer
    expect(tried, `${path} took ${took} ms`).toBeLessThan(TRIES)
  }
}
