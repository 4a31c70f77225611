import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import type { Db } from '#server/db/schema.ts'
import { openDiskStorage } from '#server/media/disk-storage.ts'
import type { Storage } from '#server/media/storage.ts'
import { readBackupTrouble } from '#server/overview/operations.ts'
import type { TestDatabases } from './database/databases.ts'
import { aClip } from './database/rows.ts'

export const signing = { keys: ['k'.repeat(43)], now: () => new Date() }

export async function aFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'nagare-backup-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

/** A shop on any engine, with media and a target in folders; its clock goes on by an hour with each backup. */
export async function aBackupSite(db: Db, config: DatabaseConfig, bucket?: Storage) {
  const [dataDir, kept] = [await aFolder(), await aFolder()]
  const { signal } = new AbortController()
  const target = bucket ?? (await openDiskStorage(kept, signing))
  const storage = await openDiskStorage(join(dataDir, 'media'), signing)
  let time = Date.parse('2026-11-22T03:00:00.000Z')
  const files = { dataDir, ...(config.engine === 'sqlite' && { databaseFile: config.file }) }
  const deps = { db, storage, files, now: () => new Date(time) }
  return {
    ...{ deps, db, config, storage, target, kept },
    later(ms: number) {
      time += ms
    },
    backup(keep = 30) {
      time += HOUR_MS
      return makeBackup(deps, target, { keep, signal })
    },
    trouble: () => readBackupTrouble({ ...deps, backsUp: true }),
    /** Mails that are queued. */
    async mails() {
      const rows = await db.selectFrom('jobs').select('payload').where('kind', '=', 'mail').execute()
      return rows.map(({ payload }) => JSON.parse(payload))
    },
    /** A clip with a full film of so many bytes; the other files that it names are missing. */
    async clip(bytes = 1_000) {
      const clip = await aClip(db, { media: { byte_size: bytes } })
      await storage.put(clip.cloudpath, Buffer.alloc(bytes, clip.id), 'video/mp4')
      return clip
    },
  }
}

/** An empty place to restore into, on the same engine. */
export async function anEmptyPlace(databases: Pick<TestDatabases, 'create' | 'engine'>) {
  const dataDir = await aFolder()
  const storage = await openDiskStorage(join(dataDir, 'media'), signing)
  const database: DatabaseConfig =
    databases.engine === 'sqlite'
      ? { engine: 'sqlite', file: join(dataDir, 'nagare.db') }
      : await databases.create({ empty: true })
  return { dataDir, storage, database }
}
