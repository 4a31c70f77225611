import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { postgresDatabases } from '../../../tests/support/database/databases.ts'
import { inOneProcess, takeLock, tryLock } from './locks.ts'

const postgres = postgresDatabases()
afterAll(() => postgres.close())

async function aPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nagare-lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'locks/a')
}

test('the second waits until the first releases a file’s lock, or gives up when it is told to', async () => {
  const path = await aPath()
  const release = await takeLock(path)
  const order: string[] = []
  const second = takeLock(path).then((done) => {
    order.push('second')
    done()
  })
  await expect(takeLock(path, AbortSignal.timeout(100))).rejects.toThrow('timeout')
  order.push('first')
  release()
  await second
  expect(order).toEqual(['first', 'second'])
})

const HOLD = `
  const file = new (require('node:sqlite').DatabaseSync)(process.argv[1])
  file.exec('begin exclusive')
  process.stdout.write('held')
  setInterval(() => {}, 1000)`

test('a file’s lock is taken where its folder is not there yet', async () => {
  const release = tryLock(await aPath())
  expect(release).toBeDefined()
  release?.()
})

test('the lock of another process holds until it is killed', async () => {
  const path = await aPath()
  ;(await takeLock(path))()
  const holder = spawn(process.execPath, ['-e', HOLD, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')
  expect(tryLock(path)).toBe(undefined)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  expect(tryLock(path)).toBeDefined()
})

test('of the processes on a PostgreSQL one does the work, and notices when its connection is lost', async () => {
  const config = await postgres.create()
  const [one, other] = [await postgres.connect(config), await postgres.connect(config)]
  const refused = () => inOneProcess(other, 'backup', async () => 'done')
  await inOneProcess(one, 'backup', async (assertOurs) => {
    await assertOurs()
    expect(await refused()).toBe(undefined)
    await sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
      other,
    )
    await expect(assertOurs()).rejects.toThrow()
  })
  expect(await refused()).toBe('done')
})
