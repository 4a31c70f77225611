import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Deps } from '#server/deps.ts'

export interface Folder {
  /** As an operator names it. Renditions and backups are made in one, sorts of SQLite in the other. */
  name: 'DATA_DIR' | 'TMPDIR'
  /** Bytes. */
  free: number
}

/** One question for each folder, since one on a lost mount may never be answered. */
export function freeSpace({ dataDir }: Deps['files']): Promise<Folder>[] {
  const folders = { DATA_DIR: dataDir, TMPDIR: tmpdir() }
  return Object.entries(folders).map(async ([name, path]) => {
    const { bavail, bsize } = await statfs(path)
    return { name, free: bavail * bsize } as Folder
  })
}
