import { describe, expect, test } from 'vitest'
import { DatabaseDamaged } from '#server/backup/damage/damage.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { listBackups } from '#server/backup/target/backup-files.ts'
import { openDiskStorage } from '#server/media/disk-storage.ts'
import { readBackupTrouble } from '#server/overview/operations.ts'
import { aFolder, signing } from '../../support/backup-site.ts'
import { spoilPage, zeroPage } from '../../support/database/damage.ts'
import { aUser } from '../../support/database/rows.ts'
import { startFleet } from '../../support/shop/fleet.ts'
import { LONG } from '../support/long.ts'

const { signal } = new AbortController()

describe.runIf(LONG)('a damaged database', () => {
  test.each(['postgres', 'sqlite'] as const)(
    'is told by each of three servers, and none deletes a good backup for it (%s)',
    async (engine) => {
      const kept = await aFolder()
      const fleet = await startFleet({ engine, env: { BACKUP_TARGET: kept } })
      try {
        const target = await openDiskStorage(kept, signing)
        for (let n = 0; n < 300; n++) await aUser(fleet.db)
        const back = (server: number) => makeBackup(fleet.servers[server]!.deps, target, { keep: 2, signal })
        await back(0)
        await back(1)
        const good = (await listBackups(target)).complete
        const ready = async (server: number) => (await fetch(fleet.servers[server]!.at('/readyz'))).json()
        for (const server of [0, 1, 2]) expect(await ready(server)).toEqual({ status: 'ok' })

        const { files } = fleet.servers[0]!.deps
        if (engine === 'postgres') await spoilPage(fleet.db, 'users', 0xff)
        else await zeroPage(fleet.db, files.databaseFile!, 'sqlite_autoindex_users_1')
        for (const server of [0, 1, 2]) await expect(back(server)).rejects.toThrow(DatabaseDamaged)
        expect((await listBackups(target)).complete).toEqual(good)
        expect((await listBackups(target)).damaged).toHaveLength(1)
        for (const [at, { deps }] of fleet.servers.entries()) {
          // The answer is kept for a second.
          await expect.poll(() => ready(at)).toEqual({ status: 'ok', warnings: ['backup damaged'] })
          expect(await readBackupTrouble(deps)).toBe('damaged')
        }
        const mails = await fleet.db.selectFrom('jobs').select('payload').where('kind', '=', 'mail').execute()
        expect(mails).toHaveLength(1)
      } finally {
        await fleet.close()
      }
    },
  )
})
