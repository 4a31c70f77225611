import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import { type Asked, requestsOfSite } from '../../support/http/routes.ts'
import { howMany, LONG } from '../support/long.ts'
import { FAULTS, type Fault } from './faulty-line.ts'
import { type Answer, type Dependency, type FaultyShop, faultyShop } from './faulty-shop.ts'

/** Longer than promised: many routes are called at once, on a machine that runs other tests. */
const LATEST_MS = howMany({ quick: 5_500, long: 7_000 })
const RECOVERED_MS = 20_000
/** Calls that wait for Stripe while it charges. */
const CHARGED_MS = 12_500
const CHARGING = allCalls
  .filter(([, { within }]) => within === 'chargingAnswer')
  .map(([, { method, path }]) => `${method} ${path.replaceAll('{', '[').replaceAll('}', ']')}`)
/** Other work may slow the machine: real faults fail each time. */
const AGAIN = howMany({ quick: 0, long: 2 })
/** A film too large for the memory cache. */
const FILM = 'GET /media/watermarked/large.mp4'

/** Routes that need a dependency, and so may be 503 without it. For the database: everything uncached. */
const NEEDS: Record<Dependency, RegExp> = {
  database: /./,
  bucket: /\/media\/|\/api\/studio\/(?:uploads|clips\/\[id\]\/(?:frames|render))/,
  stripe: /\/api\/(?:payment\/|studio\/(?:prices\/|stripe$))/,
  mail: /^$/,
}
/** Works without the database. */
const CACHED = ['GET /', 'GET /pricing', 'GET /s/[searchTerm]', FILM]
/** Fails without it. */
const MUST_FAIL: Partial<Record<Dependency, string>> = {
  database: 'GET /api/user',
  bucket: FILM,
  stripe: 'GET /api/payment/stripe-session',
}
const FEW = [
  ...['GET /api/users/early-adopters', 'POST /api/users', 'PUT /api/users/medias/[id]/like', 'GET /api/user'],
  ...[
    'POST /api/promo',
    'GET /api/studio/overview',
    'GET /api/media-sign',
    'GET /api/payment/stripe-session',
  ],
  ...['GET /api/medias/[id]/video', 'GET /licence/[id]', 'POST /api/activity', ...CACHED],
]
const DEPENDENCIES = ['database', 'bucket', 'stripe', 'mail'] as const
const TRIED: [Dependency[], Fault][] = LONG
  ? DEPENDENCIES.flatMap((each) => FAULTS.map((fault): [Dependency[], Fault] => [[each], fault]))
  : [
      [['database'], 'half-open'],
      [['database'], 'cut'],
      [['bucket', 'stripe', 'mail'], 'half-open'],
    ]

let shop: FaultyShop
let routes: Map<string, Asked>
let well: Map<string, Answer>

beforeAll(async () => {
  shop = await faultyShop()
  const all: [string, Asked][] = [...requestsOfSite(shop.places)]
  all.push([FILM, { method: 'GET', path: '/media/watermarked/large.mp4' }])
  routes = new Map(all.filter(([route]) => LONG || FEW.includes(route)))
  // The first answers fill the cache; then likes and sets are as the requests leave them.
  await askAll()
  // On a busy machine the dictionary may take longer to load than an answer may.
  await vi.waitFor(async () => expect(await unavailable()).toEqual([]), { timeout: 60_000 })
}, 240_000)
afterEach(() => breakLines(DEPENDENCIES))
afterAll(() => shop.close())

/** All at once, except requests that would sign the others out. */
async function askAll(asked = routes): Promise<Map<string, Answer>> {
  await shop.prepare(routes.size)
  const answersTo = (some: [string, Asked][]) =>
    Promise.all(some.map(async ([route, asked]) => [route, await shop.ask(asked)] as const))
  const [last, others] = [[...asked].filter(endsSessions), [...asked].filter((each) => !endsSessions(each))]
  return new Map([...(await answersTo(others)), ...(await answersTo(last))])
}

const endsSessions = ([route]: [string, Asked]) => route === 'DELETE /api/user/sessions'

/** Routes that fail; recorded. */
async function unavailable(): Promise<string[]> {
  well = await askAll()
  return [...well.keys()].filter((route) => well.get(route)!.status === 503)
}

async function breakLines(dependencies: readonly Dependency[], fault?: Fault): Promise<void> {
  for (const dependency of dependencies) await shop.lines[dependency].become(fault)
}

/** One by one: a busy machine answers some 503 when all are asked at once. What is broken fails again. */
async function askAgain(answers: Map<string, Answer>, except: (route: string) => boolean): Promise<void> {
  const differ = (route: string) => answers.get(route)!.status !== well.get(route)!.status
  const again = [...routes].filter(([route]) => !except(route) && differ(route))
  await shop.prepare(again.length)
  for (const [route, asked] of again) answers.set(route, await shop.ask(asked))
}

function expectSame(answers: Map<string, Answer>, except: (route: string) => boolean): void {
  const statuses = (of: Map<string, Answer>) =>
    [...of].filter(([route]) => !except(route)).map(([route, { status }]) => `${route}: ${status}`)
  expect(statuses(answers)).toEqual(statuses(well))
}

test.each(TRIED)(
  'without %j (%s), the rest goes on, and then all does',
  { retry: AGAIN, timeout: 120_000 },
  async (dependencies, fault) => {
    // An earlier try may have failed during the fault.
    if (AGAIN) await expectRecovered()
    await shop.prepare(routes.size)
    await breakLines(dependencies, fault)
    const answers = await askAll()
    const needs = (route: string) => dependencies.some((each) => NEEDS[each].test(route))
    const mayFail = (route: string) =>
      needs(route) && !(dependencies[0] === 'database' && CACHED.includes(route))
    await askAgain(answers, mayFail)
    expectSame(answers, mayFail)
    for (const [route, { status, milliseconds }] of answers) {
      expect([well.get(route)!.status, 503], route).toContain(status)
      expect(milliseconds, route).toBeLessThan(CHARGING.includes(route) ? CHARGED_MS : LATEST_MS)
    }
    // A slow answer of Stripe or the bucket may still be in time.
    for (const each of fault === 'slow' || fault === 'trickle' ? [] : dependencies)
      if (MUST_FAIL[each]) expect(answers.get(MUST_FAIL[each])?.status, MUST_FAIL[each]).toBe(503)

    await breakLines(dependencies)
    await expectRecovered()
  },
)

/** Each route answers as before. Only those that do not are asked again: all of them at once are too much for some machines. */
async function expectRecovered(): Promise<void> {
  let left = routes
  const recover = async () => {
    const answers = await askAll(left)
    left = new Map([...left].filter(([route]) => answers.get(route)!.status !== well.get(route)!.status))
    return [...left.keys()]
  }
  await expect.poll(recover, { timeout: RECOVERED_MS, interval: 500 }).toEqual([])
}

test.each([
  ['bucket', 'GET', (n: number) => `/media/watermarked/${n}.mp4`, 404],
  ['stripe', 'GET', () => '/api/payment/stripe-session?price=pro_yearly&referral=', 200],
] as const)(
  'who waits for the %s is told at once after five have waited, and soon after it is back',
  async (dependency, method, pathOf, status) => {
    const line = shop.lines[dependency]
    let asked = 0
    const ask = () => shop.ask({ method, path: pathOf(++asked) })
    await shop.prepare(30)
    await line.become('half-open')
    await Promise.all(Array.from({ length: 5 }, ask))
    // Requests that those five had begun still arrive.
    await sleep(200)
    const before = line.sent()
    const refused = await Promise.all(Array.from({ length: 5 }, ask))
    expect(refused.map(({ status }) => status)).toEqual(Array(5).fill(503))
    for (const { milliseconds } of refused) expect(milliseconds).toBeLessThan(1_000)
    expect(line.sent()).toBe(before)
    await line.become()
    await sleep(2_000)
    expect((await ask()).status).toBe(status)
  },
  30_000,
)
