import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls, type CallName } from '#contract/all-calls.ts'
import type { Call } from '#contract/call.ts'
import { addressOf } from '#contract/request.ts'
import { anAddress } from '../../support/http/ask.ts'
import { fillAccount, rowsOfAccount } from '../../support/shop/full-account.ts'
import { aMember } from '../../support/shop/members.ts'
import { type ExampleShop, exampleShop, type Ready } from './example-shop.ts'

/** The answers that the document shows; `NAGARE_ANSWERS=write` writes those of this run. */
const FILE = join(import.meta.dirname, '../../../src/server/openapi/answers.json')
/** What an example cannot know: secrets, and what the shop numbers by itself. */
const LIVE = [
  ...['refresh_token', 'token', 'challenge', 'passkey', 'code', 'session_id', 'proration_date'],
  ...['link', 'id', 'revision', 'digest', 'bytes', 'settings', 'name', 'number'],
]

let shop: ExampleShop
/** A member with rows in every table, who is nobody to all callers. */
let other: number
const answers: Partial<Record<CallName, unknown>> = {}

beforeAll(async () => {
  shop = await exampleShop()
  const { deps } = shop.server
  other = (await aMember(deps)).id
  await fillAccount(deps.db, other, 7)
  // They would stand in the studio's answers.
  for (const table of ['wishes', 'search_rules', 'shop_versions', 'shop_drafts', 'testers'] as const)
    await deps.db.deleteFrom(table).execute()
}, 60_000)
afterAll(async () => {
  await shop.close()
  if (process.env.NAGARE_ANSWERS !== 'write') return
  const kept = JSON.parse(await readFile(FILE, 'utf8'))
  const lines = Object.entries(answers).map(([name, answer]) => {
    // Ids, times and tokens differ each time.
    const isSame = kindsOf(kept[name]) === kindsOf(answer)
    return `"${name}": ${JSON.stringify(isSame ? kept[name] : answer)}`
  })
  await writeFile(FILE, `{\n${lines.join(',\n')}\n}\n`)
})

test.each(allCalls)('the example of %s is what it takes', (_, { params, query, body, example }) => {
  const given = Object.keys(example ?? {})
  const required = Object.entries({ ...params?.shape, ...query?.shape }).filter(
    ([, field]) => !field._zod.optin,
  )
  for (const [field] of required) expect(given).toContain(field)
  if (!body) return
  expect(body.safeParse(example)).toMatchObject({ success: true })
})

test.each(allCalls)(
  'the example of %s is answered as described, and changes nobody else’s rows',
  { timeout: 60_000 },
  async (name, call) => {
    const ready = await shop.ready(name)
    for (const field of Object.keys(ready.input ?? {})) expect(LIVE).toContain(field)
    const before = await rowsOfAccount(shop.server.deps.db, other)
    const answer = await send(call, { ...(await callerOf(call, ready)), ...ready })
    const text = await answer.text()
    const expected = call.redirects ? 302 : (call.status ?? (call.answer || call.file ? 200 : 204))
    expect(answer.status, text.slice(0, 500)).toBe(expected)
    if (call.file) expect(answer.headers.get('content-type')).toBe(call.file.type)
    // The studio changes what belongs to all.
    if (!call.path.startsWith('/api/studio'))
      expect(await rowsOfAccount(shop.server.deps.db, other)).toEqual(before)
    if (call.answer && name !== 'apiDocument') answers[name] = shortened(JSON.parse(text))
  },
)

test.skipIf(process.env.NAGARE_ANSWERS === 'write')(
  'the answers of the document have all the fields that the calls answer',
  async () => {
    const kept = JSON.parse(await readFile(FILE, 'utf8'))
    for (const [name, answer] of Object.entries(answers))
      expect(kindsOf(kept[name]), name).toBe(kindsOf(answer))
    expect(Object.keys(kept).toSorted()).toEqual(Object.keys(answers).toSorted())
  },
)

/** A value's fields with the types of what they hold. */
const kindsOf = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === 'object' ? each : typeof each))

/** Whoever may make the call, as a new member each time, since some calls end the session. */
async function callerOf({ may }: Call, { who, headers }: Ready): Promise<Pick<Ready, 'who'>> {
  if (who || headers || may === 'anyone') return {}
  if (may === 'editor' || may === 'admin') return { who: shop.admin }
  return { who: await aMember(shop.server.deps, { membership: may === 'paid' ? 'pro' : 'free' }) }
}

function send(call: Call, { who, headers, input, body, server = shop.server }: Ready): Promise<Response> {
  const given = { ...call.example, ...input }
  const sent = Object.entries(given).filter(([field]) => !(field in (call.params?.shape ?? {})))
  const text = body ?? (call.body && JSON.stringify(Object.fromEntries(sent)))
  return fetch(server.at(addressOf(call, given)), {
    method: call.method,
    headers: { 'x-forwarded-for': anAddress(), ...who?.headers, ...headers },
    redirect: 'manual',
    ...(text !== undefined && { body: text }),
  })
}

/** The settings of a shop are long. */
const UNSHOWN = ['form', 'settings', 'defaults', 'published']

/** Lists with their first entry alone, long texts cut, and no port of the emulator. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > 200
      ? `${value.slice(0, 40)}…`
      : value.replace(shop.stripeOrigin, 'https://stripe.example')
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, each]) => [
      field,
      UNSHOWN.includes(field) && typeof each === 'object' ? {} : shortened(each),
    ]),
  )
}
