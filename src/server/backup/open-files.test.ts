import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aBackupSite, anEmptyPlace } from '../../../tests/support/backup-site.ts'
import { sqliteDatabases } from '../../../tests/support/database/databases.ts'
import { checkLibrary } from './check/check-library.ts'
import { proveBackup } from './restore/prove-backup.ts'
import { restoreBackup } from './restore/restore-backup.ts'

const { signal } = new AbortController()
const OPEN = '/proc/self/fd'

/** Open files below some folders, where the system tells them. */
function openBelow(folders: readonly string[]): string[] {
  const names = readdirSync(OPEN).flatMap((fd) => {
    try {
      return [readlinkSync(join(OPEN, fd))]
    } catch {
      return []
    }
  })
  return names.filter((name) => folders.some((folder) => name.startsWith(folder))).sort()
}

test.runIf(existsSync(OPEN))(
  'backups, checks, proofs and restores close every file that they open',
  async () => {
    const databases = sqliteDatabases()
    const config = await databases.create()
    const site = await aBackupSite(await databases.connect(config), config)
    const place = await anEmptyPlace(databases)
    // SQLite itself keeps the shop's own file open for later, since others have it open too.
    const folders = [site.deps.files.dataDir, site.kept, place.dataDir]
    await site.clip()
    await site.backup()
    await site.backup(1)
    await checkLibrary(site.deps, { target: site.target, repair: false, signal, onProblem() {} })
    await proveBackup(site.deps, site.target, { database: config, signal, say() {} })
    await restoreBackup(place, site.target, { signal, say() {} })
    await site.target.put(
      'backups/2026-11-22t05-00-00.000z/media.db.zst',
      Buffer.from('rot'),
      'application/zstd',
    )
    await site.backup(1)
    site.storage.read = () => Promise.reject(new Error('away'))
    await site.storage.put('full/new.mp4', Buffer.alloc(9), 'video/mp4')
    await expect(site.backup()).rejects.toThrow('away')
    expect(openBelow(folders)).toEqual([])
  },
)
