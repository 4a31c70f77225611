import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '../../../../tests/support/backup-site.ts'
import { zeroPage } from '../../../../tests/support/database/damage.ts'
import { sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { faultOf, fileFaults, summaryOf } from './damage.ts'

const databases = sqliteDatabases()

async function aFile() {
  const config = await databases.create()
  const db = await databases.connect(config)
  for (let n = 0; n < 300; n++) await aUser(db)
  return { db, file: config.engine === 'sqlite' ? config.file : '' }
}

test('a sound file has no faults, while others write to it too', async () => {
  const { db, file } = await aFile()
  expect(await fileFaults(file)).toEqual([])
  await aUser(db)
  expect(await fileFaults(file, new AbortController().signal)).toEqual([])
})

test('the faults of a broken page name its place, each in a line', async () => {
  const { db, file } = await aFile()
  await zeroPage(db, file, 'sqlite_autoindex_users_1')
  const faults = await fileFaults(file)
  expect(faults[0]).toMatch(/^Tree \d+ page \d+/)
  expect(faults.filter((fault) => /\*\*\*|\n|^ok$/.test(fault))).toEqual([])
})

test('of hundreds of faults ten are told', async () => {
  const { file } = await aFile()
  const { DatabaseSync } = await import('node:sqlite')
  const other = new DatabaseSync(file, { defensive: false })
  other.exec('create table spare (a text)')
  for (let n = 0; n < 300; n++) other.exec('insert into spare values (null)')
  // As if the rows had lost their texts.
  other.exec(`pragma writable_schema = on;
    update sqlite_schema set sql = 'create table spare (a text not null)' where name = 'spare'`)
  other.close()
  expect(await fileFaults(file)).toEqual(Array.from({ length: 10 }, () => 'NULL value in spare.a'))
})

test('a file that is no database is one fault, and one that is missing is a failure', async () => {
  const folder = await aFolder()
  const file = join(folder, 'a.db')
  await writeFile(file, 'no database '.repeat(1_000))
  expect(await fileFaults(file)).toEqual(['file is not a database'])
  await expect(fileFaults(join(folder, 'b.db'))).rejects.toThrow('unable to open')
})

test('a check that is stopped finds nothing', async () => {
  const { file } = await aFile()
  const stop = new AbortController()
  const checking = fileFaults(file, stop.signal)
  stop.abort()
  await expect(checking).rejects.toThrow('aborted')
})

test('only damage is a fault', () => {
  const corrupt = Object.assign(new Error('database disk image is malformed'), { errcode: 11 })
  expect(faultOf(corrupt)).toBe('database disk image is malformed')
  const full = Object.assign(new Error('full'), { errcode: 13 })
  expect(() => faultOf(full)).toThrow(full)
})

test('a summary is the first fault, and how many there are', () => {
  expect(summaryOf([])).toBe('unreadable')
  expect(summaryOf(['a'])).toBe('a')
  expect(summaryOf(['a', 'b'])).toBe('a (and 1 more)')
})
