import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { openDatabase } from '#server/db/connect.ts'
import { about } from '#server/with-path.ts'
import { postgresDatabases, sqliteDatabases } from '../../tests/support/database/databases.ts'
import { failureLine } from './failure-line.ts'

/** The line of a failure that really happens. */
async function lineOf(work: () => Promise<unknown>): Promise<string | undefined> {
  return work().then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => failureLine(error),
  )
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'nagare-failure-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

const refused = (port: number, host: string) => () =>
  new Promise((_, reject) => void connect(port, host).once('error', reject))

test('a file that cannot be written is named with the reason', async () => {
  const full = () => about('/dev/full', writeFile('/dev/full', 'a'))
  expect(await lineOf(full)).toBe('/dev/full: no space is left (ENOSPC)')
  const unnamed = await lineOf(() => writeFile('/dev/full', 'a'))
  expect(unnamed).toMatch(/^no space left on device, write: no space is left \(ENOSPC\)$/)
  const read = Object.assign(new Error('EROFS: read-only file system, open'), {
    code: 'EROFS',
    path: '/data/a',
  })
  expect(failureLine(read)).toBe('/data/a: the file system is read-only (EROFS)')
  expect(failureLine(new AppError('storageFull', '', { cause: read }))).toBe(failureLine(read))
})

test('a server that does not answer is named by its address', async () => {
  expect(await lineOf(refused(1, '127.0.0.1'))).toBe('127.0.0.1:1: nobody answers there (ECONNREFUSED)')
  expect(await lineOf(refused(1, 'localhost'))).toMatch(/:1: nobody answers there \(ECONNREFUSED\)$/)
  expect(await lineOf(refused(1, 'no-such-host.invalid'))).toMatch(/^no-such-host\.invalid: /)
  const away = new AppError('unavailable', 'object store', { cause: new Error('open') })
  expect(failureLine(away)).toBe('object store: no answer')
  const denied = Object.assign(new Error(''), { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } })
  expect(failureLine(denied)).toBe('the bucket answers 403 (AccessDenied)')
})

test('a failure of SQLite names its file', async () => {
  const config = await sqliteDatabases().create()
  const file = config.engine === 'sqlite' ? config.file : ''
  const db = await openDatabase(config)
  onTestFinished(() => db.destroy())
  const write = () => sql`create table a (b)`.execute(db)
  await sql`pragma query_only = on`.execute(db)
  expect(await lineOf(write)).toBe(
    `${file}: the database is read-only (attempt to write a readonly database)`,
  )
  await sql`pragma query_only = off`.execute(db)
  await sql`pragma max_page_count = 1`.execute(db)
  expect(await lineOf(write)).toBe(`${file}: no space is left (database or disk is full)`)

  const other = join(await folder(), 'other.db')
  await writeFile(other, 'no database '.repeat(1_000))
  const opening = () => openDatabase({ engine: 'sqlite', file: other })
  expect(await lineOf(opening)).toMatch(/other\.db: this is no SQLite database, or a damaged one/)
})

test('a failure of PostgreSQL is its own message', async () => {
  const config = await postgresDatabases().create()
  if (config.engine !== 'postgres') return
  const wrong = new URL(config.url)
  wrong.pathname = '/elsewhere'
  expect(await lineOf(() => openDatabase({ ...config, url: wrong.href }))).toBe(
    'DATABASE_URL: PostgreSQL says: database "elsewhere" does not exist (3D000)',
  )
  const db = await openDatabase({ ...config, poolSize: 1 })
  onTestFinished(() => db.destroy())
  await sql`set default_transaction_read_only = on`.execute(db)
  expect(await lineOf(() => sql`delete from jobs`.execute(db))).toMatch(/read-only transaction \(25006\)$/)
})

test('too many open files are said', async () => {
  const error = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE', path: '/a' })
  expect(failureLine(error)).toBe('/a: this process has too many open files (EMFILE)')
})

test('what nobody expects has no line, so that its stack is shown', async () => {
  expect(failureLine(new TypeError('undefined is not a function'))).toBe(undefined)
  expect(failureLine('thrown text')).toBe(undefined)
  expect(failureLine(new AppError('badRequest'))).toBe(undefined)
  expect(await lineOf(() => open('/no/such/file'))).toBe(undefined)
})
