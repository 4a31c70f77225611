import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bufferedResponse, sizeOf } from './buffered-response.ts'
import { type CachePolicy, PageCache, type RenderedPage } from './page-cache.ts'

const POLICY: CachePolicy = { maxAge: 60, swr: 600, tags: ['clips'] }

function aPage(
  text: string,
  { status = 200, policy = POLICY }: { status?: number; policy?: CachePolicy } = {},
): RenderedPage {
  const about = { headers: [], encoding: 'identity', varies: true, validate: true } as const
  return { response: bufferedResponse(status, { ...about, body: Buffer.from(text) }), policy }
}

function unkept(text: string): RenderedPage {
  return { ...aPage(text), policy: undefined }
}

function testCache({ maxBytes = 1_000_000 } = {}) {
  let time = 0
  const cache = new PageCache({ maxBytes, now: () => time })
  const textOf = async (key: string, render: () => Promise<RenderedPage>) => {
    const { response, state } = cache.lookup(key, render) ?? (await cache.fill(key, render))
    return `${state} ${response.body}`
  }
  return { cache, textOf, pass: (seconds: number) => (time += seconds * 1000) }
}

test('a page is rendered once and then kept', async () => {
  const { textOf } = testCache()
  expect(await textOf('/', async () => aPage('one'))).toBe('miss one')
  expect(await textOf('/', async () => aPage('two'))).toBe('hit one')
})

test('concurrent requests for a page share one render', async () => {
  const { cache } = testCache()
  let renders = 0
  const render = async () => {
    renders += 1
    await new Promise((resolve) => setTimeout(resolve, 10))
    return aPage('one')
  }
  await Promise.all(Array.from({ length: 50 }, () => cache.fill('/', render)))
  expect(renders).toBe(1)
})

test('an outdated page is sent while a new one is made', async () => {
  const { textOf, pass } = testCache()
  await textOf('/', async () => aPage('one'))
  pass(61)
  expect(await textOf('/', async () => aPage('two'))).toBe('stale one')
  await Promise.resolve()
  expect(await textOf('/', async () => aPage('three'))).toBe('hit two')
  pass(661)
  expect(await textOf('/', async () => aPage('four'))).toBe('miss four')
})

test('a slow render does not extend a page’s age', async () => {
  const { textOf, pass } = testCache()
  const policy = { ...POLICY, swr: 0 }
  const slow = async () => {
    pass(50)
    return aPage('one', { policy })
  }
  await textOf('/', slow)
  pass(9)
  expect(await textOf('/', async () => aPage('two', { policy }))).toBe('hit one')
  pass(1)
  expect(await textOf('/', async () => aPage('two', { policy }))).toBe('miss two')
})

test('clearing a tag forgets its pages and no others', async () => {
  const { cache, textOf } = testCache()
  await textOf('/', async () => aPage('one'))
  await textOf('/about', async () => aPage('one', { policy: { ...POLICY, tags: ['prose'] } }))
  cache.clear(['clips'])
  expect(await textOf('/', async () => aPage('two'))).toBe('miss two')
  expect(await textOf('/about', async () => aPage('two'))).toBe('hit one')
})

test('a render that began before its tag was cleared is neither kept nor joined', async () => {
  const { cache, textOf } = testCache()
  const slow = Promise.withResolvers<RenderedPage>()
  const first = cache.fill('/', () => slow.promise)
  cache.clear(['clips'])
  expect(await textOf('/', async () => aPage('new'))).toBe('miss new')
  slow.resolve(aPage('old'))
  await first
  expect(await textOf('/', async () => aPage('newer'))).toBe('hit new')
})

test('clearing other tags does not stop a render from being kept', async () => {
  const { cache, textOf } = testCache()
  const slow = Promise.withResolvers<RenderedPage>()
  const first = cache.fill('/', () => slow.promise)
  cache.clear(['prose'])
  slow.resolve(aPage('one'))
  await first
  expect(await textOf('/', async () => aPage('two'))).toBe('hit one')
})

test('an uncacheable page is rendered each time', async () => {
  const { textOf } = testCache()
  await textOf('/', async () => unkept('one'))
  expect(await textOf('/', async () => aPage('two'))).toBe('miss two')
})

test('a page that becomes uncacheable removes its predecessor', async () => {
  const { textOf, pass } = testCache()
  await textOf('/', async () => aPage('one'))
  pass(61)
  await textOf('/', async () => unkept('two'))
  await Promise.resolve()
  expect(await textOf('/', async () => aPage('three'))).toBe('miss three')
})

test('a failed render falls back on the old page, and keeps it', async () => {
  const { textOf, pass } = testCache()
  await textOf('/', async () => aPage('one'))
  pass(10_000)
  expect(await textOf('/', async () => aPage('broken', { status: 500 }))).toBe('stale one')
  expect(await textOf('/', () => Promise.reject(new Error('database away')))).toBe('stale one')
})

test('a page with swr 0 is no fallback', async () => {
  const { textOf, pass } = testCache()
  await textOf('/', async () => aPage('one', { policy: { ...POLICY, swr: 0 } }))
  pass(60)
  expect(await textOf('/', async () => aPage('broken', { status: 500 }))).toBe('miss broken')
  await expect(textOf('/', () => Promise.reject(new Error('database away')))).rejects.toThrow()
})

test('without a fallback, a failure reaches everyone who waits, and the next request retries', async () => {
  const { cache, textOf } = testCache()
  const fail = () => Promise.reject(new Error('database away'))
  const both = await Promise.allSettled([cache.fill('/', fail), cache.fill('/', fail)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await textOf('/', async () => aPage('one'))).toBe('miss one')
})

test('unknown URLs never evict a page', async () => {
  const { cache, textOf } = testCache({ maxBytes: 200_000 })
  await textOf('/', async () => aPage('one'))
  for (let n = 0; n < 500; n++) await textOf(`/m/${n}`, async () => aPage('x'.repeat(1000), { status: 404 }))
  expect(cache.bytes).toBeLessThan(30_000)
  expect(await textOf('/', async () => aPage('two'))).toBe('hit one')
})

test('clearing any tag also clears not-found pages', async () => {
  const { cache, textOf } = testCache()
  await textOf('/m/7', async () => aPage('none', { status: 404 }))
  cache.clear(['clip:7'])
  expect(await textOf('/m/7', async () => aPage('there'))).toBe('miss there')
})

test('it keeps to its bytes', async () => {
  const { cache, textOf } = testCache({ maxBytes: 100_000 })
  for (let n = 0; n < 100; n++) await textOf(`/m/${n}`, async () => aPage('x'.repeat(5000)))
  expect(cache.bytes).toBeLessThanOrEqual(100_000)
})

test('the least recently used goes first', async () => {
  const { cache, textOf } = testCache({ maxBytes: 4 * 5000 })
  const ask = (key: string) => textOf(key, async () => aPage('x'.repeat(2952)))
  for (const key of ['a', 'b', 'c', 'd', 'a', 'e']) await ask(key)
  const isKept = (key: string) => cache.lookup(key, async () => unkept('')) !== undefined
  expect(['a', 'b', 'c', 'd', 'e'].filter(isKept)).toEqual(['a', 'c', 'd', 'e'])
})

test('too large a page is not kept', async () => {
  const { cache, textOf } = testCache({ maxBytes: 4 * 5000 })
  await textOf('a', async () => aPage('x'.repeat(2952)))
  await textOf('b', async () => aPage('x'.repeat(2953)))
  expect(cache.lookup('b', async () => unkept(''))).toBeUndefined()
  expect(cache.bytes).toBe(5000)
})

test('it never exceeds its size, and counts right', async () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const step = fc.record({ key, bytes: fc.nat(4000), clear: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(step), async (steps) => {
      const { cache } = testCache({ maxBytes: 16_000 })
      for (const { key, bytes, clear } of steps) {
        if (clear) cache.clear([key])
        await cache.fill(key, async () => aPage('x'.repeat(bytes), { policy: { ...POLICY, tags: [key] } }))
        expect(cache.bytes).toBeLessThanOrEqual(16_000)
      }
      const kept = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => cache.lookup(key, async () => unkept('')))
      expect(cache.bytes).toBe(kept.reduce((sum, page) => sum + (page ? sizeOf(page.response) : 0), 0))
    }),
  )
})
