import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { describeEachDatabase, postgresDatabases } from '../../../tests/support/database/databases.ts'
import { aClip } from '../../../tests/support/database/rows.ts'
import { openDatabase } from './connect.ts'
import { isDatabaseAway } from './database-error.ts'

const created = '2026-11-21T00:00:00.000Z'

describeEachDatabase('a handle', (open, databases) => {
  test('gives numbers as numbers and text unchanged', async () => {
    const db = await open()
    const { id } = await aClip(db, {
      source: { title_ja: '東京の雨 🎏', popularity: 0.25, keywords_ja: '["雨"]' },
      media: { byte_size: 5_000_000_000 },
    })
    const source = await db.selectFrom('sources').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(source).toMatchObject({ id, title_ja: '東京の雨 🎏', popularity: 0.25 })
    expect(JSON.parse(source.keywords_ja)).toEqual(['雨'])
    const totals = await db
      .selectFrom('medias')
      .select(({ fn }) => [fn.countAll<number>().as('clips'), fn.sum<number>('byte_size').as('bytes')])
      .executeTakeFirstOrThrow()
    expect(totals).toEqual({ clips: 1, bytes: 5_000_000_000 })
  })

  test('sorts text by code point', async () => {
    const db = await open()
    for (const key of ['寺', 'b', 'é', 'A', 'a_b', 'a']) {
      await db.insertInto('categories').values({ key, label: key, label_ja: key, position: 0 }).execute()
    }
    const rows = await db.selectFrom('categories').select('key').orderBy('key').execute()
    expect(rows.map((row) => row.key)).toEqual(['A', 'a', 'a_b', 'b', 'é', '寺'])
  })

  test('a transaction that fails leaves nothing', async () => {
    const db = await open()
    const failing = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('invalidations').values({ tag: 'lost', created }).execute()
      throw new Error('half-way')
    })
    await expect(failing).rejects.toThrow('half-way')
    expect(await db.selectFrom('invalidations').selectAll().execute()).toEqual([])
  })

  test('many transactions at once each see what the one before wrote', async () => {
    const db = await open()
    await db.insertInto('tester_keys').values({ key: 'k', label: '0', created }).execute()
    const increment = () =>
      db.transaction().execute(async (transaction) => {
        const query = transaction.selectFrom('tester_keys').select('label')
        const locked = databases.engine === 'postgres' ? query.forUpdate() : query
        const { label } = await locked.executeTakeFirstOrThrow()
        await transaction
          .updateTable('tester_keys')
          .set({ label: String(Number(label) + 1) })
          .execute()
      })
    await Promise.all(Array.from({ length: 25 }, increment))
    const { label } = await db.selectFrom('tester_keys').select('label').executeTakeFirstOrThrow()
    expect(label).toBe('25')
  })

  test('what one handle commits, another sees', async () => {
    const config = await databases.create()
    const [one, other] = [await databases.connect(config), await databases.connect(config)]
    await one.insertInto('invalidations').values({ tag: 'clips', created }).execute()
    expect(await other.selectFrom('invalidations').select('tag').execute()).toEqual([{ tag: 'clips' }])
  })
})

test('an unreachable PostgreSQL stops the start within 3 s', async () => {
  const started = performance.now()
  const config = { engine: 'postgres', url: 'postgres://nobody@127.0.0.1:1/nothing', poolSize: 1 } as const
  await expect(openDatabase(config)).rejects.toSatisfy(isDatabaseAway)
  expect(performance.now() - started).toBeLessThan(3_000)
})

const postgres = postgresDatabases()
afterAll(() => postgres.close())

test('PostgreSQL ends a statement after this handle’s limit', async () => {
  const config = await postgres.create()
  if (config.engine !== 'postgres') throw new Error('not PostgreSQL')
  const sleep = sql`select pg_sleep(0.3)`
  const quick = await openDatabase({ ...config, statementMs: 100 })
  await expect(sleep.execute(quick)).rejects.toSatisfy(isDatabaseAway)
  await quick.destroy()
  const patient = await openDatabase({ ...config, statementMs: 60_000 })
  await sleep.execute(patient)
  const { rows } = await sql`show statement_timeout`.execute(patient)
  expect(rows).toEqual([{ statement_timeout: '1min' }])
  await patient.destroy()
})
