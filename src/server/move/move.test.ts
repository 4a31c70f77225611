import { appendFile, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { codeOf } from '#server/http/endpoint/error-status.ts'
import {
  describeEachDatabase,
  postgresDatabases,
  sqliteDatabases,
} from '../../../tests/support/database/databases.ts'
import { fillTables } from '../../../tests/support/database/fill-tables.ts'
import { aClip, aUser } from '../../../tests/support/database/rows.ts'
import { runCommandHere } from '../../../tests/support/run-cli.ts'
import { startBucket } from '../../../tests/support/storage/bucket.ts'
import type { DatabaseConfig } from '../config/config.ts'
import type { Db } from '../db/schema.ts'
import { copyTables, TargetInUse } from './copy-tables.ts'
import { LEFT_BEHIND, movedTables } from './moved-tables.ts'
import { contentsOf } from './read-rows.ts'
import { allowWrites, stopWrites } from './write-stop.ts'

const sqlite = sqliteDatabases()
const postgres = postgresDatabases()
afterAll(() => Promise.all([sqlite.close(), postgres.close()]))

/** Every table and its rows. */
async function everything(db: Db) {
  const tables = await movedTables(db)
  return Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table.name, await contentsOf(db, table)] as const)),
  )
}

/** A site with a row in every table; a clip and a member have been deleted. */
async function aFullSite(db: Db): Promise<void> {
  await aClip(db)
  const { id } = await aClip(db)
  await aUser(db)
  const gone = await aUser(db)
  await sql`delete from users where id = ${gone}`.execute(db)
  await sql`delete from library where id = ${id}`.execute(db)
  await fillTables(db)
  const operation = { change: '{}', ids: '[]', total: 0, undoes: null, created: '2026-11-22' }
  // The earlier one refers to the later.
  const { id: undo } = await db
    .insertInto('bulk_operations')
    .values(operation)
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update bulk_operations set undone_by = ${undo}, undoes = null where id < ${undo}`.execute(db)
}

test('every table moves to PostgreSQL and back, and none is forgotten', async () => {
  const [from, to, back] = [await sqlite.open(), await postgres.open(), await sqlite.open()]
  await aFullSite(from)
  await copyTables({ from, to })
  await copyTables({ from: to, to: back })
  const before = await everything(from)
  expect(await everything(to)).toEqual(before)
  expect(await everything(back)).toEqual(before)
  expect(Object.entries(before).filter(([, { rows }]) => rows === 0)).toEqual([])
  const all = (await from.introspection.getTables()).filter(({ isView }) => !isView).map(({ name }) => name)
  const known = [...Object.keys(before), ...LEFT_BEHIND]
  expect(all.filter((name) => !known.includes(name) && !name.startsWith('source_search'))).toEqual([])
})

test('a deleted clip’s or member’s id is not reused after a move', async () => {
  const [from, to, back] = [await sqlite.open(), await postgres.open(), await sqlite.open()]
  const [clip, user] = [await aClip(from), await aUser(from)]
  await sql`delete from library`.execute(from)
  await sql`delete from users`.execute(from)
  await copyTables({ from, to })
  await copyTables({ from: to, to: back })
  for (const db of [to, back]) {
    expect((await aClip(db)).id).toBe(clip.id + 1)
    expect(await aUser(db)).toBe(user + 1)
  }
})

test('a database with other rows is refused and unchanged', async () => {
  const [from, to] = [await sqlite.open(), await sqlite.open()]
  await aClip(from)
  await aUser(to)
  const before = await everything(to)
  await expect(copyTables({ from, to })).rejects.toThrow(TargetInUse)
  expect(await everything(to)).toEqual(before)
})

describeEachDatabase('the write stop', (open) => {
  test('refuses writes with 503, allows reads, and can be undone', async () => {
    const db = await open()
    await aClip(db)
    await stopWrites(db)
    const writes = [() => aUser(db), () => sql`delete from library`.execute(db), () => aClip(db)]
    for (const write of writes)
      expect(codeOf(await write().then(String, (error: unknown) => error))).toBe('unavailable')
    expect(await db.selectFrom('sources').select('id').execute()).toHaveLength(1)
    await allowWrites(db)
    expect(await aUser(db)).toBeGreaterThan(1)
  })
})

function addressOf(config: DatabaseConfig): string {
  return config.engine === 'sqlite' ? `sqlite:${config.file}` : config.url
}

const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

test('the command refuses the site’s own database under another name, and writes stay allowed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nagare-move-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const from = await sqlite.create()
  const other = join(folder, 'other.db')
  await symlink(from.engine === 'sqlite' ? from.file : '', other)
  const env = { DATABASE_URL: addressOf(from), DATA_DIR: folder }
  expect(await runCommandHere(['move', '--to', `sqlite:${other}`], env)).toMatchObject({ code: 1 })
  expect(await aUser(await sqlite.connect(from))).toBeGreaterThan(1)
})

test('the command moves a site with its media to PostgreSQL and a bucket and back, also after a kill', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nagare-move-'))
  const bucket = await startBucket()
  onTestFinished(async () => {
    await bucket.close()
    await rm(folder, { recursive: true, force: true })
  })
  const [from, to] = [await sqlite.create(), await postgres.create()]
  const db = await sqlite.connect(from)
  await aFullSite(db)
  await sql`delete from uploads`.execute(db)
  const before = await everything(db)
  const media = join(folder, 'media')
  const env = { DATABASE_URL: addressOf(from), STORAGE_URL: `file:${media}`, DATA_DIR: folder, ...KEYS }
  const there = { ...env, DATABASE_URL: addressOf(to), STORAGE_URL: bucket.storageUrl }
  await runCommandHere(['migrate'], env)
  const { openDiskStorage } = await import('#server/media/disk-storage.ts')
  const disk = await openDiskStorage(media, { keys: ['k'.repeat(32)], now: () => new Date() })
  for (const key of ['full/a.mp4', 'poster/a/480.jpg', 'original/abc'])
    await disk.put(key, Buffer.from(key.repeat(1000)), 'video/mp4')

  const first = await runCommandHere(
    ['move', '--to', there.DATABASE_URL, '--storage', there.STORAGE_URL],
    env,
  )
  expect(first.code, first.stderr).toBe(0)
  expect(first.stdout).toContain('3 objects are copied, and equal by size and SHA-256')
  expect(first.stdout).toContain('DATABASE_URL: what you gave as --to')
  // A kill may cut the journal, but loses no copied object.
  const [name] = await readdir(join(folder, 'move'))
  const journal = join(folder, 'move', name!)
  const lines = (await readFile(journal, 'utf8')).split('\n')
  await writeFile(journal, lines.slice(0, 2).join('\n'))
  await appendFile(journal, '\n{"key":"ful')
  const again = await runCommandHere(
    ['move', '--to', there.DATABASE_URL, '--storage', there.STORAGE_URL],
    env,
  )
  expect(again).toMatchObject({ code: 0 })
  expect(again.stderr).toContain('3 objects, 1 of them copied now')

  const home = join(folder, 'home')
  const ways = ['--to', `sqlite:${join(home, 'nagare.db')}`, '--storage', `disk:${join(home, 'media')}`]
  expect(await runCommandHere(['move', ...ways], there)).toMatchObject({ code: 0 })
  expect(await text(await disk.read('full/a.mp4'))).toBe(
    await readFile(join(home, 'media/full/a.mp4'), 'utf8'),
  )
  const back = await sqlite.connect({ engine: 'sqlite', file: join(home, 'nagare.db') })
  // Building the index adds the words that the clips lacked.
  expect({ ...(await everything(back)), source_words: before.source_words }).toEqual(before)
  expect(await back.selectFrom('source_ranks').select('source_id').execute()).toHaveLength(
    (await back.selectFrom('sources').select('id').execute()).length,
  )
})
