import { stat, statfs } from 'node:fs/promises'
import type { Business } from '#contract/studio/overview.ts'
import type { Deps } from '#server/deps.ts'

type Disk = Pick<Business['disk'], 'free' | 'total' | 'database'>

/** Free space on the file system of DATA_DIR, and the size of the SQLite file with its log. */
export async function readDisk({ files }: Pick<Deps, 'files'>): Promise<Disk> {
  const { bsize, bavail, blocks } = await statfs(files.dataDir)
  const { databaseFile } = files
  const database = databaseFile ? (await sizeOf(databaseFile)) + (await sizeOf(`${databaseFile}-wal`)) : null
  return { free: bsize * bavail, total: bsize * blocks, database }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0
}
