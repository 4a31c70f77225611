import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startStripeEmulator } from './emulator.ts'
import { DAY } from './model/calendar.ts'
import { aMember, libraryFor, SECRET_KEY, start } from './testing/start.ts'

async function aDataFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'kept', 'stripe.json')
}

test('customers, subscriptions and the clock survive a restart', async () => {
  const dataFile = await aDataFile()
  const before = await start({ dataFile })
  const { subscription, session } = await aMember(before)
  before.emulator.control.advance(40 * DAY)
  const then = await before.stripe.subscriptions.retrieve(subscription)
  await before.emulator.close()

  const { emulator, stripe } = await start({ dataFile })
  const { lastResponse: _, ...now } = await stripe.subscriptions.retrieve(subscription)
  expect(JSON.stringify(now)).toBe(JSON.stringify(then))
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('complete')
  expect(emulator.account.now()).toBeGreaterThan(Date.now() / 1000 + 39 * DAY)
  expect((await stripe.prices.list()).data).toHaveLength(2)
  emulator.control.advance(40 * DAY)
  expect(emulator.control.truth().charges).toHaveLength(3)
})

test('undelivered events are delivered after a restart', async () => {
  const dataFile = await aDataFile()
  const before = await start({ dataFile, retryAfterMs: [60_000] })
  before.webhook.answers.push(500)
  await before.stripe.customers.create()
  await before.emulator.webhooks.idle()
  await before.emulator.close()

  const after = await start({ dataFile })
  await after.emulator.webhooks.idle()
  expect(after.webhook.types()).toEqual(['customer.created'])
})

test('the state is written while it runs, without leftovers', async () => {
  const dataFile = await aDataFile()
  const { stripe } = await start({ dataFile })
  const { id } = await stripe.customers.create()
  await expect.poll(() => readFile(dataFile, 'utf8').catch(() => '')).toContain(id)
  expect(await readdir(join(dataFile, '..'))).toEqual(['stripe.json'])
})

test('a file that cannot be read is kept aside', async () => {
  const dataFile = await aDataFile()
  const first = await startStripeEmulator({ secretKey: SECRET_KEY, dataFile })
  await first.close()
  await writeFile(dataFile, '{"format":1,')
  const lines: string[] = []
  const emulator = await startStripeEmulator({
    secretKey: SECRET_KEY,
    dataFile,
    log: (line) => lines.push(line),
  })
  expect((await libraryFor(emulator).prices.list()).data).toHaveLength(2)
  expect(lines.join()).toContain('unreadable')
  expect(await readFile(`${dataFile}.unreadable`, 'utf8')).toBe('{"format":1,')
  await emulator.close()
})
