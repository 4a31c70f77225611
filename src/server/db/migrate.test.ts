import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, test } from 'vitest'
import { outputOf, spawnModule } from '../../../tests/support/children/child.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { aUser } from '../../../tests/support/database/rows.ts'
import { IN_LONG_TEST } from '../../../tests/support/runs.ts'
import { isDatabaseAway } from './database-error.ts'
import { migrateToLatest, pendingMigrations } from './migrate.ts'
import type { Db } from './schema.ts'

/** Rows of a long migration: seconds in the long test. */
const MOONS = IN_LONG_TEST ? 1_000_000 : 100_000
/** Enough that the process is killed half-way. */
const ENDLESS = 3_000_000
const PROCESSES = IN_LONG_TEST ? 4 : 2
const MIGRATE = new URL('../../../tests/support/children/migrate-child.ts', import.meta.url)

/** What they say never changes. */
const FROZEN = ['kysely', '../create-table.ts', '../engine.ts', '../partial-index.ts']

test('a migration calls nothing that a later release may change', () => {
  const folder = new URL('migrations/', import.meta.url)
  for (const name of readdirSync(folder)) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const imported = [...text.matchAll(/from '(.*)'$/gm)].map(([, from]) => from)
    expect(FROZEN, name).toEqual(expect.arrayContaining(imported))
  }
})

describeEachDatabase('migrations', (_open, databases) => {
  test('an empty database lacks all of them, and none once it is migrated', async () => {
    const db = await databases.connect(await databases.create({ empty: true }))
    const pending = await pendingMigrations(db)
    expect(pending[0]).toBe('0001-catalogue')
    expect(await migrateToLatest(db)).toEqual(pending)
    expect(await pendingMigrations(db)).toEqual([])
    expect(await migrateToLatest(db)).toEqual([])
  })

  test('of processes that start at once one migrates and the others wait for it', async () => {
    const config = JSON.stringify(await databases.create({ empty: true }))
    const applied = await Promise.all(Array.from({ length: PROCESSES }, () => outputOf(MIGRATE, [config])))
    const names = applied.flatMap((each) => JSON.parse(each))
    expect(names).toHaveLength(new Set(names).size)
    expect(names).toEqual(expect.arrayContaining(['0001-catalogue', 'search-index']))
  })

  test('one that fails leaves the database as it was, and undoes those before it', async () => {
    const db = await databases.open()
    await aUser(db)
    const state = async () => ({
      tables: await db.introspection.getTables(),
      users: await db.selectFrom('users').select(['id', 'name']).execute(),
      pending: await pendingMigrations(db),
    })
    const before = await state()
    const good = {
      up: (on: typeof db) => on.schema.createTable('moons').addColumn('id', 'integer').execute(),
    }
    const broken = {
      async up(on: typeof db) {
        await sql`alter table users add column moon integer`.execute(on)
        await on.updateTable('users').set({ name: 'Lost' }).execute()
        await sql`insert into no_such_table values (1)`.execute(on)
      },
    }
    const more = { '9998-good': good, '9999-broken': broken }
    await expect(migrateToLatest(db, more)).rejects.toThrow('no_such_table')
    expect(await state()).toEqual(before)
    expect(await migrateToLatest(db)).toEqual([])
  })

  test.runIf(databases.engine === 'postgres')('may take longer than a request, and no longer', async () => {
    const db = await databases.open()
    const limit = async (on: Db) => {
      const { rows } = await sql<{ ms: string }>`select current_setting('statement_timeout') as ms`.execute(
        on,
      )
      return rows[0]!.ms
    }
    const before = await limit(db)
    let during = ''
    const asking = {
      async up(on: Db) {
        during = await limit(on)
        await sql`insert into no_such_table values (1)`.execute(on)
      },
    }
    await expect(migrateToLatest(db, { '9999-asking': asking })).rejects.toThrow('no_such_table')
    expect([during, before]).toEqual(['0', expect.not.stringMatching(/^0/)])
    expect(await Promise.all([limit(db), limit(db), limit(db)])).toEqual([before, before, before])
  })

  test('under load: reads never wait, and no acknowledged write is lost', async () => {
    const { db, child, lines } = await migrating()
    expect(await lines.next()).toMatchObject({ value: 'begun' })
    const waits: number[] = []
    const acknowledged: string[] = []
    const failures: unknown[] = []
    const isOver = () => child.exitCode !== null || child.signalCode !== null
    const read = async () => {
      while (!isOver()) {
        const began = performance.now()
        await db.selectFrom('users').select('name').execute()
        waits.push(performance.now() - began)
        await sleep(5)
      }
    }
    const write = async () => {
      for (let n = 0; !isOver(); n++) {
        const tag = `write ${n}`
        const { error } = await db
          .insertInto('invalidations')
          .values({ tag, created: '2026-11-22' })
          .execute()
          .then(
            () => ({ error: undefined }),
            (error: unknown) => ({ error }),
          )
        if (error) failures.push(error)
        else acknowledged.push(tag)
        await sleep(5)
      }
    }
    await Promise.all([read(), write()])
    expect(child.exitCode).toBe(0)
    expect(waits.length).toBeGreaterThan(IN_LONG_TEST ? 10 : 0)
    expect(Math.max(...waits)).toBeLessThan(500)
    // A write waits for at most three seconds, then the visitor must retry.
    for (const error of failures) expect(isDatabaseAway(error)).toBe(true)
    const tags = await db.selectFrom('invalidations').select('tag').orderBy('id').execute()
    expect(tags.map(({ tag }) => tag)).toEqual(acknowledged)
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(await moons(db)).toBe(MOONS)
    expect(await db.selectFrom('users').select('name').execute()).toEqual([{ name: 'Moon' }])
  })

  test('one that is killed leaves the database as it was, and the next start makes it', async () => {
    const { db, child, lines } = await migrating(ENDLESS)
    await lines.next()
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    const names = async () => (await db.selectFrom('users').select('name').execute()).map(({ name }) => name)
    expect(await names()).not.toContain('Moon')
    expect((await db.introspection.getTables()).map(({ name }) => name)).not.toContain('moons')
    expect(await migrateToLatest(db)).toEqual([])
    const shorter: Migration = {
      async up(on) {
        await on.updateTable('users').set({ name: 'Moon' }).execute()
      },
    }
    expect(await migrateToLatest(db, { '9999-slow': shorter })).toEqual(['9999-slow'])
    expect(await names()).toEqual(['Moon'])
  })

  /** A shop with a member, and a process that renames everybody in a long migration. */
  async function migrating(rows = MOONS) {
    const made = await databases.create()
    const db = await databases.connect(made)
    await aUser(db)
    const config = JSON.stringify(made)
    const { process: child, lines } = spawnModule(MIGRATE, [config, String(rows)])
    return { db, child, lines }
  }
})

async function moons(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from moons`.execute(db)
  return Number(rows[0]!.count)
}
