import { pino } from 'pino'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { postgresDatabases } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { freePort } from '../../../tests/support/free-port.ts'
import { Replicas } from './replicas.ts'
import type { Db } from './schema.ts'

const postgres = postgresDatabases()
afterAll(() => postgres.close())

const namesIn = async (db: Db) =>
  (await db.selectFrom('users').select('name').execute()).map(({ name }) => name)

/** Two databases of one server, which share its log of changes; their rows tell who answered. */
async function aPrimaryWith(replicaUrl?: string) {
  const [main, other] = [await postgres.create(), await postgres.create()]
  const [primary, replica] = [await postgres.connect(main), await postgres.connect(other)]
  await aUser(primary, { name: 'primary' })
  await aUser(replica, { name: 'replica' })
  const urls = [replicaUrl ?? (other.engine === 'postgres' ? other.url : '')]
  const replicas = new Replicas(primary, { urls, poolSize: 2, log: pino({ level: 'silent' }), everyMs: 30 })
  onTestFinished(() => replicas.close())
  return { primary, replica, replicas }
}

test('pages are read from a replica, and writes go to the primary', async () => {
  const { primary, replica, replicas } = await aPrimaryWith()
  await expect.poll(() => replicas.ready).toBe(1)
  expect(await namesIn(replicas.db)).toEqual(['replica'])
  await aUser(replicas.db, { name: 'written' })
  await replicas.db.transaction().execute(async (trx) => {
    await aUser(trx, { name: 'together' })
    expect(await namesIn(trx)).toContain('written')
  })
  expect(await namesIn(primary)).toEqual(['primary', 'written', 'together'])
  expect(await namesIn(replica)).toEqual(['replica'])
})

test('after a change pages come from the primary until the replica has it', async () => {
  const { primary, replicas } = await aPrimaryWith()
  await expect.poll(() => replicas.ready).toBe(1)
  await aUser(primary, { name: 'new' })
  const caughtUp = replicas.catchUp()
  expect(await namesIn(replicas.db)).toContain('new')
  await caughtUp
  await expect.poll(() => namesIn(replicas.db)).toEqual(['replica'])
})

test('pages come from the primary while the replica is down', async () => {
  const { replicas } = await aPrimaryWith(`postgres://nagare@127.0.0.1:${await freePort()}/none`)
  expect(await namesIn(replicas.db)).toEqual(['primary'])
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await namesIn(replicas.db)).toEqual(['primary'])
  expect(replicas.ready).toBe(0)
})

test('a query that fails on the replica is answered by the primary', async () => {
  const { replica, replicas } = await aPrimaryWith()
  await expect.poll(() => replicas.ready).toBe(1)
  await replica.schema.alterTable('users').renameTo('lost').execute()
  expect(await namesIn(replicas.db)).toEqual(['primary'])
})
