import { expect, test, vi } from 'vitest'
import type { Deps } from '#server/deps.ts'
import { sqliteDatabases } from '../../../tests/support/database/databases.ts'
import { backupJobs } from './backup-job.ts'

const target = { driver: 'disk', root: '/mnt/backup' } as const
const context = { state: undefined, signal: new AbortController().signal }
/** In the server's time zone. */
const time = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute)

test('a server without a target makes no backups', () => {
  expect(backupJobs({ backup: { at: '04:00', keep: 30 } })).toEqual([])
})

test('a backup is made at the first start, and once a day from then on; one that failed is made again', async () => {
  const db = await sqliteDatabases().open()
  const run = vi.fn(async (_signal: AbortSignal) => {})
  const [job] = backupJobs({ backup: { target, at: '04:00', keep: 30 } }, run)
  const runsAt = async (now: Date) => {
    run.mockClear()
    await job!.run({ db, now: () => now } as Deps, context)
    return run.mock.calls.length === 1
  }
  const backedUp = async (at: Date) => {
    const row = { key: 'backup', value: JSON.stringify({ at }) }
    await db.replaceInto('operations').values(row).execute()
  }
  expect(await runsAt(time(22, 13, 0))).toBe(true)
  await backedUp(time(22, 13, 0))
  expect(await runsAt(time(22, 13, 5))).toBe(false)
  expect(await runsAt(time(23, 3, 59))).toBe(false)
  expect(await runsAt(time(23, 4, 0))).toBe(true)
  expect(await runsAt(time(23, 4, 5))).toBe(true)
  expect(await runsAt(time(24, 3, 0))).toBe(true)
  await backedUp(time(23, 4, 6))
  expect(await runsAt(time(23, 23, 59))).toBe(false)
  expect(await runsAt(time(24, 9, 0))).toBe(true)
  expect(run).toHaveBeenCalledWith(context.signal)
  run.mockRejectedValueOnce(new Error('the backup ended with 1'))
  await expect(job!.run({ db, now: () => time(24, 9, 1) } as Deps, context)).rejects.toThrow('ended with 1')
})
