import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { startStripeEmulator } from './emulator.ts'
import { DAY } from './model/calendar.ts'

const secretKey = 'sk_test_of_the_tests'

async function aDataFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'kept', 'stripe.json')
}

test('the state and undelivered events survive a restart', async () => {
  const dataFile = await aDataFile()
  const webhook = { url: 'https://nagare.test/webhook', secret: 'whsec_of_the_tests' }
  const retryAfterMs = [60_000]
  const options = { secretKey, dataFile, webhook, retryAfterMs }
  const before = await startStripeEmulator({ ...options, send: async () => 500 })
  const host = before.url.hostname
  const stripe = new Stripe(secretKey, { host, port: before.port, protocol: 'http', telemetry: false })
  const { id } = await stripe.customers.create({ name: '花子' })
  before.control.advance(40 * DAY)
  await expect.poll(() => readFile(dataFile, 'utf8').catch(() => '')).toContain(id)
  await before.webhooks.idle()
  await before.close()
  expect(await readdir(join(dataFile, '..'))).toEqual(['stripe.json'])

  const heard: string[] = []
  const send = async (_: string, { body }: { body: string }) => heard.push(JSON.parse(body).type) && 200
  const after = await startStripeEmulator({ ...options, send })
  await after.webhooks.idle()
  expect(heard).toEqual(['customer.created'])
  expect(after.account.state.customers.get(id)?.name).toBe('花子')
  expect(after.account.now()).toBeGreaterThan(Date.now() / 1000 + 39 * DAY)
  expect(after.account.state.prices.size).toBe(2)
  await after.close()
})

test('a file that cannot be read is kept aside', async () => {
  const dataFile = await aDataFile()
  await (await startStripeEmulator({ secretKey, dataFile })).close()
  await writeFile(dataFile, '{"format":1,')
  const lines: string[] = []
  const emulator = await startStripeEmulator({ secretKey, dataFile, log: (line) => lines.push(line) })
  expect(emulator.account.state.prices.size).toBe(2)
  expect(lines.join()).toContain('unreadable')
  expect(await readFile(`${dataFile}.unreadable`, 'utf8')).toBe('{"format":1,')
  await emulator.close()
})
