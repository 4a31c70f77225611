import { expect, test, vi } from 'vitest'
import type { Deps } from '#server/deps.ts'
import { sqliteDatabases } from '../../../tests/support/database/databases.ts'
import { backupJobs } from './backup-job.ts'

const target = { driver: 'disk', root: '/mnt/backup' } as const
const context = { state: undefined, signal: new AbortController().signal }
/** In the server's time zone. */
const time = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute)

/** The two jobs on a database of their own; the command ends with `code`. */
async function jobs() {
  const db = await sqliteDatabases().open()
  const run = vi.fn(async (_args: readonly string[], _signal: AbortSignal): Promise<unknown> => 0)
  const log = { error: vi.fn() }
  const all = backupJobs({ backup: { target, at: '04:00', keep: 30 } }, run)
  return {
    ...{ run, log },
    /** Whether a run at this time starts the command. */
    async runsAt(kind: string, now: Date, code: unknown = 0) {
      run.mockReset().mockResolvedValue(code)
      await all.find((job) => job.kind === kind)!.run({ db, log, now: () => now } as unknown as Deps, context)
      return run.mock.calls.length === 1
    },
    async note(key: string, value: object) {
      await db
        .replaceInto('operations')
        .values({ key, value: JSON.stringify(value) })
        .execute()
    },
  }
}

test('a server without a target makes no backups', () => {
  expect(backupJobs({ backup: { at: '04:00', keep: 30 } })).toEqual([])
})

test('a backup is made at the first start, and once a day from then on; one that failed is made again', async () => {
  const { run, runsAt, note } = await jobs()
  expect(await runsAt('backup', time(22, 13, 0))).toBe(true)
  await note('backup', { at: time(22, 13, 0) })
  expect(await runsAt('backup', time(22, 13, 5))).toBe(false)
  expect(await runsAt('backup', time(23, 3, 59))).toBe(false)
  expect(await runsAt('backup', time(23, 4, 0))).toBe(true)
  expect(await runsAt('backup', time(23, 4, 5))).toBe(true)
  expect(await runsAt('backup', time(24, 3, 0))).toBe(true)
  await note('backup', { at: time(23, 4, 6) })
  expect(await runsAt('backup', time(23, 23, 59))).toBe(false)
  expect(await runsAt('backup', time(24, 9, 0))).toBe(true)
  expect(run).toHaveBeenCalledWith(['backup'], context.signal)
  await note('backup', { at: time(24, 4, 0) })
  expect(await runsAt('backup', time(24, 9, 0)), 'made when it was due').toBe(false)
})

test('only a backup that was made counts, also one that lacks files of the store', async () => {
  const { runsAt } = await jobs()
  for (const code of [0, 3]) expect(await runsAt('backup', time(22, 13, 0), code)).toBe(true)
  for (const code of [1, 2, 4, 130, null])
    await expect(runsAt('backup', time(22, 13, 0), code)).rejects.toThrow(`the backup ended with ${code}`)
})

test('a damaged database is said in the log, and not copied again before the next day', async () => {
  const { runsAt, note, log } = await jobs()
  await note('backup', { at: time(21, 4, 0) })
  await note('backup.damage', { at: time(22, 4, 1), fault: 'page 7' })
  expect(await runsAt('backup', time(22, 13, 0))).toBe(false)
  expect(log.error).not.toHaveBeenCalled()
  expect(await runsAt('backup', time(23, 4, 0), 4)).toBe(true)
  expect(log.error).toHaveBeenCalledWith('the database is damaged: restore a backup')
})

test('the first backup is proved, then the newest once a week', async () => {
  const { run, runsAt, note } = await jobs()
  expect(await runsAt('backup.proof', time(1, 13, 0))).toBe(false)
  await note('backup', { at: time(1, 13, 0) })
  expect(await runsAt('backup.proof', time(1, 13, 1))).toBe(true)
  expect(run).toHaveBeenCalledWith(['backup', '--prove'], context.signal)
  await note('backup.proof', { at: time(1, 13, 2), id: 'a' })
  expect(await runsAt('backup.proof', time(8, 13, 1))).toBe(false)
  expect(await runsAt('backup.proof', time(8, 13, 2))).toBe(true)
})

test('after a backup that cannot be restored, the next one is proved as soon as it is made', async () => {
  const { runsAt, note, log } = await jobs()
  await note('backup', { at: time(1, 13, 0) })
  expect(await runsAt('backup.proof', time(1, 13, 1), 4)).toBe(true)
  expect(log.error).toHaveBeenCalledWith('the newest backup cannot be restored')
  await note('backup.proof', { at: time(1, 13, 1), id: 'a', fault: 'page 7' })
  expect(await runsAt('backup.proof', time(9, 13, 1))).toBe(false)
  await note('backup', { at: time(9, 13, 2) })
  expect(await runsAt('backup.proof', time(9, 13, 3))).toBe(true)
  for (const code of [1, 3, null])
    await expect(runsAt('backup.proof', time(9, 13, 4), code)).rejects.toThrow(`ended with ${code}`)
})
