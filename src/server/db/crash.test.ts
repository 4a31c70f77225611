import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { spawnModule } from '../../../tests/support/children/child.ts'
import { sqliteDatabases } from '../../../tests/support/database/databases.ts'

const WRITE = new URL('../../../tests/support/children/writing-child.ts', import.meta.url)
const databases = sqliteDatabases()
afterAll(() => databases.close())

/** Writes until it is killed after `afterMs`; returns the last acknowledged write. */
async function writeUntilKilled(file: string, afterMs: number): Promise<number> {
  const { process: child, lines } = spawnModule(WRITE, [file])
  let acknowledged = Number((await lines.next()).value)
  const killed = wait(afterMs).then(() => child.kill('SIGKILL'))
  for await (const line of lines) acknowledged = Number(line)
  await killed
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  return acknowledged
}

test.for([5, 31, 78, 150])(
  'killed after %i ms of writing, it keeps every acknowledged row and stays whole',
  async (afterMs) => {
    const config = await databases.create()
    if (config.engine !== 'sqlite') throw new Error('not a file')
    const acknowledged = await writeUntilKilled(config.file, afterMs)

    const db = await databases.connect(config)
    const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
    expect(check.rows).toEqual([{ integrity_check: 'ok' }])
    const jobs = await db.selectFrom('jobs').select('kind').orderBy('id').execute()
    const kinds = jobs.map((job) => job.kind)
    expect(kinds.slice(0, acknowledged)).toEqual(
      Array.from({ length: acknowledged }, (_, i) => `write ${i + 1}`),
    )

    // Both rows of a transaction or neither.
    const tags = await db.selectFrom('invalidations').select('tag').orderBy('id').execute()
    expect(tags.map((row) => row.tag)).toEqual(kinds)
  },
)
