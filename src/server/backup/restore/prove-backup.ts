import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { BackupDamaged } from '#server/backup/damage/damage.ts'
import { namedFiles } from '#server/backup/named-files.ts'
import { noteProof } from '#server/backup/note-backup.ts'
import {
  heldObjects,
  listBackups,
  type Manifest,
  MOST_MISSING,
  markDamaged,
  mediaKey,
  readManifest,
} from '#server/backup/target/backup-files.ts'
import { holdTarget } from '#server/backup/target/hold-target.ts'
import { MediaList } from '#server/backup/target/media-list.ts'
import { spool, unpackFile } from '#server/backup/target/packed-file.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { withoutTimeout } from '#server/db/connection/without-timeout.ts'
import type { Deps } from '#server/deps.ts'
import type { Storage } from '#server/media/storage.ts'
import { mark, RestoreRefused } from './restore-backup.ts'
import { fillDatabase, unpackDatabase } from './restore-database.ts'

/** Objects whose bytes are read and hashed; each run takes others. */
const SAMPLE = 200
/** A database of unknown size shrinks to a fifth or more when it is packed. */
const USUAL_GROWTH = 10
/** The unpacked file, and what migrations and the index write to its log. */
const ROOM = 2.2

interface Proving {
  database: DatabaseConfig
  signal: AbortSignal
  say(line: string): void
}

export interface Proof {
  manifest: Manifest
  /** Where the database was restored to. */
  into: 'sqlite' | 'postgres'
  /** Objects whose bytes were read. */
  read: number
}

type Held = { work: string; manifest: Manifest; target: Storage } & Proving

/**
 * Restores the newest backup's database into a temporary place, and looks for every file that it names. One that cannot
 * be restored is set apart, so that the one before it is the newest. @throws RestoreRefused, BackupDamaged, TargetTaken
 */
export async function proveBackup(
  deps: Pick<Deps, 'db' | 'files' | 'now'>,
  target: Storage,
  proving: Proving,
): Promise<Proof> {
  return holdTarget(deps, {
    signal: proving.signal,
    async run({ work }) {
      const id = (await listBackups(target)).complete.at(-1)
      if (!id) throw new RestoreRefused('there is no complete backup')
      try {
        const manifest = await readManifest(target, id)
        await refuseWithoutRoom(manifest, work)
        const proof = await prove(deps.db, { ...proving, work, manifest, target })
        await noteProof(deps, id)
        return proof
      } catch (error) {
        if (!(error instanceof BackupDamaged)) throw error
        if (!(error instanceof FilesLost)) await markDamaged(target, id, [error.message])
        await noteProof(deps, id, error.message)
        throw error
      }
    },
  })
}

/** The database is whole: the next backup copies the files again, and then all that share them have them. */
class FilesLost extends BackupDamaged {}

async function prove(db: Deps['db'], held: Held): Promise<Proof> {
  const { config, drop } = await temporaryPlace(db, held)
  try {
    const path = await unpackDatabase(config, held.target, held)
    await mark(config, held.manifest.id)
    await fillDatabase(config, path, held)
    return { manifest: held.manifest, into: config.engine, read: await proveFiles(config, held) }
  } finally {
    await drop()
  }
}

/** A database beside the site's where this role may make one, else a SQLite file. */
async function temporaryPlace(db: Deps['db'], { database, work }: Held) {
  const file = { config: { engine: 'sqlite' as const, file: join(work, 'proof.db') }, drop: async () => {} }
  if (database.engine === 'sqlite') return file
  const { rows } = await sql<{ may: boolean; name: string }>`
    select rolcreatedb or rolsuper as may, current_database() as name
    from pg_roles where rolname = current_user`.execute(db)
  if (!rows[0]?.may) return file
  const name = `${rows[0].name}_proof`
  const run = (statement: string) =>
    withoutTimeout(db, (connection) => sql.raw(statement).execute(connection))
  const drop = async () => void (await run(`drop database if exists "${name}" with (force)`))
  // A killed run has left it.
  await drop()
  await run(`create database "${name}"`)
  const url = new URL(database.url)
  url.pathname = `/${encodeURIComponent(name)}`
  return { config: { ...database, url: url.href }, drop }
}

/** Every named file must be in the backup's list, and every listed one in the target. Returns how many were read. */
async function proveFiles(config: DatabaseConfig, { target, manifest, work, signal }: Held): Promise<number> {
  const path = join(work, 'media.db')
  await unpackFile(target, manifest.media, path)
  const list = new MediaList(path)
  const db = await openDatabase(config)
  try {
    for await (const { key } of namedFiles(db))
      if (!list.has(key) && !isKnownMissing(manifest, key))
        throw new FilesLost(`the backup ${manifest.id} lacks ${key}`)
    for await (const sha256 of heldObjects(target)) list.hold(sha256)
    const lost = list.firstNotHeld()
    if (lost) throw new FilesLost(`the backup ${manifest.id} lacks the bytes of ${lost.key}`)
    const sample = list.sample(SAMPLE)
    for (const { key, sha256 } of sample) {
      signal.throwIfAborted()
      if (!(await isSound(target, sha256, join(work, 'object'))))
        throw new FilesLost(`the bytes of ${key} in the backup are damaged`)
    }
    return sample.length
  } finally {
    list.close()
    await db.destroy()
  }
}

/** A manifest names MOST_MISSING keys at most. */
const isKnownMissing = ({ missing }: Manifest, key: string) =>
  missing.length >= MOST_MISSING || missing.includes(key)

/** A damaged object is removed: no restore takes it, and the next backup copies it again. */
async function isSound(target: Storage, sha256: string, path: string): Promise<boolean> {
  if ((await spool(target, mediaKey(sha256), path)).sha256 === sha256) return true
  await target.delete(mediaKey(sha256))
  return false
}

async function refuseWithoutRoom({ database, media }: Manifest, work: string): Promise<void> {
  const unpacked = (packed: Manifest['database']) => packed.unpacked ?? packed.bytes * USUAL_GROWTH
  const needed = Math.ceil(ROOM * unpacked(database) + unpacked(media))
  const { bsize, bavail } = await statfs(work)
  if (bsize * bavail < needed)
    throw new RestoreRefused(`${work} has ${bsize * bavail} bytes free, and proving a backup needs ${needed}`)
}
