import { buffer } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { BackupDamaged } from '#server/backup/damage/damage.ts'
import type { Storage } from '#server/media/storage.ts'

/** Folder of the objects, each once, by the SHA-256 of its bytes. */
const MEDIA = 'media'
const BACKUPS = 'backups'

const MANIFEST = 'manifest.json'
/** Beside the files of a damaged backup: it counts no more, and no restore takes it. */
const DAMAGED = 'damaged.json'

/** Most keys that a manifest names; if more are missing, the store itself is. */
export const MOST_MISSING = 1_000

/** `unpacked`: bytes once it is unpacked. */
const PackedFile = z.object({
  key: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  unpacked: z.optional(z.int()),
})

/** Lists the parts of a backup. Written last: without it there is no backup. */
export const Manifest = z.object({
  format: z.literal(1),
  id: z.string(),
  at: z.iso.datetime(),
  /** Release that made it. */
  release: z.string(),
  /** Engine of the site; the copy is always a SQLite file. */
  engine: z.enum(['sqlite', 'postgres']),
  /** Name of the last migration. */
  migration: z.string(),
  database: PackedFile,
  /** A SQLite file with key, size and SHA-256 of each object. */
  media: z.extend(PackedFile, { objects: z.int(), objectBytes: z.int() }),
  /** Keys of files that clips name and the store did not have. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** A time as a key: `2026-11-22t03-00-00.000z`. They sort by time. */
export const backupId = (at: Date) => at.toISOString().toLowerCase().replaceAll(':', '-')

export const fileOf = (id: string, name: string) => `${BACKUPS}/${id}/${name}`

export const databaseKey = (id: string) => fileOf(id, 'database.db.zst')

export async function hasManifest(target: Storage, id: string): Promise<boolean> {
  return (await target.stat(fileOf(id, MANIFEST))) !== undefined
}

/** Key of an object in the target. Two letters to a folder, since some systems dislike millions of files in one. */
export const mediaKey = (sha256: string) => `${MEDIA}/${sha256.slice(0, 2)}/${sha256}`

export async function* heldObjects(target: Storage): AsyncIterable<string> {
  for await (const key of target.list(MEDIA)) yield key.slice(key.lastIndexOf('/') + 1)
}

/** Ids by time, the latest last. */
export interface Backups {
  complete: string[]
  /** Known to be damaged; they may have no manifest. */
  damaged: string[]
  /** Interrupted ones. */
  unfinished: string[]
}

export async function listBackups(target: Storage): Promise<Backups> {
  const found = new Map<string, string[]>()
  for await (const key of target.list(BACKUPS)) {
    const [, id = '', name = ''] = key.split('/')
    found.set(id, [...(found.get(id) ?? []), name])
  }
  const ids = [...found.keys()].sort()
  const has = (id: string, name: string) => found.get(id)!.includes(name)
  const sound = ids.filter((id) => !has(id, DAMAGED))
  return {
    complete: sound.filter((id) => has(id, MANIFEST)),
    damaged: ids.filter((id) => has(id, DAMAGED)),
    unfinished: sound.filter((id) => !has(id, MANIFEST)),
  }
}

/** Keeps a damaged backup apart from the good ones. */
export async function markDamaged(target: Storage, id: string, faults: readonly string[]): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify({ faults }, null, 2)}\n`)
  await target.put(fileOf(id, DAMAGED), bytes, 'application/json')
}

/** @throws BackupDamaged */
export async function readManifest(target: Storage, id: string): Promise<Manifest> {
  const bytes = await buffer(await target.read(fileOf(id, MANIFEST)))
  try {
    return Manifest.parse(JSON.parse(bytes.toString('utf8')))
  } catch (cause) {
    throw new BackupDamaged(`the manifest of the backup ${id} is unreadable, or of a newer release`, {
      cause,
    })
  }
}

export async function writeManifest(target: Storage, manifest: Manifest): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  await target.put(fileOf(manifest.id, MANIFEST), bytes, 'application/json')
}

/** The manifest goes first, so that an interrupted deletion leaves no backup. */
export async function deleteBackup(target: Storage, id: string): Promise<void> {
  await target.delete(fileOf(id, MANIFEST))
  for await (const key of target.list(`${BACKUPS}/${id}`)) await target.delete(key)
}
