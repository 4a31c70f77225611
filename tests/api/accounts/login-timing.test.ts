import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../../support/runs.ts'
import { aMember } from '../../support/shop/members.ts'
import { startTestServer, type TestServer } from '../../support/shop/server.ts'

const SAMPLES = runs(200, 12)
/** After ten wrong passwords an account is locked. */
const PER_ACCOUNT = 8

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'on' } })
})
afterAll(() => server.close())

let tries = 0

/**
 * The CPU time of a refused sign-in in milliseconds, and its body without the request id. Other work on the machine
 * changes how long it takes, but not this.
 */
async function timedLogin(email: string) {
  const credentials = Buffer.from(`${email}:not the password`).toString('base64')
  const address = `10.1.${Math.floor(++tries / 256)}.${tries % 256}`
  const begun = process.cpuUsage()
  const answer = await fetch(server.at('/api/users/login'), {
    headers: { authorization: `Basic ${credentials}`, 'x-forwarded-for': address },
  })
  const { request_id, ...body } = await answer.json()
  const { user, system } = process.cpuUsage(begun)
  return { ms: (user + system) / 1000, answer: JSON.stringify([answer.status, body]) }
}

/** The tenth percentile: other work of this process adds to the rest. */
const undisturbed = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)]!

test('the time of a refused sign-in does not reveal whether the address has an account', {
  timeout: 240_000,
}, async () => {
  const known: string[] = []
  while (known.length * PER_ACCOUNT < SAMPLES) known.push((await aMember(server.deps)).email)
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  const answers = new Set<string>()
  for (let sample = 0; sample < SAMPLES; sample++) {
    const wrong = await timedLogin(known[sample % known.length]!)
    const nobody = await timedLogin(`${randomUUID()}@example.com`)
    times.known.push(wrong.ms)
    times.unknown.push(nobody.ms)
    answers.add(wrong.answer).add(nobody.answer)
  }
  expect([...answers]).toEqual([expect.stringContaining('[401,{"status":"SIGN_IN_FAILED"')])
  expect(undisturbed(times.known)).toBeGreaterThan(5)
  expect(Math.abs(undisturbed(times.known) - undisturbed(times.unknown))).toBeLessThan(5)
})
