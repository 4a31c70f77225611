import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { Deps } from '#server/deps.ts'
import { sqliteDatabases } from '../../../tests/support/database/databases.ts'
import { holdLock } from '../../../tests/support/database/hold-lock.ts'
import { watchedLogger } from '../../../tests/support/leaks/watched-log.ts'
import { runJobs } from './run-jobs.ts'

const databases = sqliteDatabases()
afterAll(() => databases.close())

test('a lease outlasts a lock longer than a write’s timeout', async () => {
  const config = await databases.create()
  if (config.engine !== 'sqlite') throw new Error('not a file')
  const logged: string[] = []
  const log = watchedLogger('warn', { write: (line) => logged.push(line) })
  const db = await databases.connect(config)
  const deps = { db, log, now: () => new Date(), events: new EventEmitter() } as Deps
  const ended = Promise.withResolvers<boolean>()
  const job = {
    kind: 'test',
    everySeconds: 3600,
    async run(_: Deps, { signal }: { signal: AbortSignal }) {
      const release = await holdLock(config.file)
      // The lease is renewed after two seconds; the write gives up after five.
      await sleep(5_300)
      await release()
      ended.resolve(signal.aborted)
    },
  }
  const running = runJobs(deps, [job], { pollMs: 10, leaseSeconds: 6 })
  expect(await ended.promise).toBe(false)
  await running.stop()
  expect(logged).toEqual([])
})
