import { hash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { SET_KINDS, type SetKind } from '#domain/sets/set-kind.ts'
import { beginsWith } from '#server/db/begins-with.ts'
import { databaseTime } from '#server/db/database-clock.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { QueuedJob } from '#server/jobs/job.ts'
import { queueJob } from '#server/jobs/job-rows.ts'
import type { Storage } from '#server/media/storage.ts'
import { originalKey } from '#server/media/storage-key.ts'

/** Whose files they are: those of an original, by its SHA-256, a set's picture, or a clip's files made on demand. */
const Owner = z.union([
  z.object({ original: z.string() }),
  z.object({ set: z.enum(SET_KINDS), id: z.int() }),
  z.object({ made: z.int() }),
])
export type Owner = z.infer<typeof Owner>

const Order = z.object({ owner: Owner, keys: z.array(z.string()) })

const KIND = 'remove-files'
const keyOf = (owner: Owner) => `${KIND}:${JSON.stringify(owner)}:`

/**
 * Queues the removal of stored files in the transaction that stops using them, so that they go as soon as the store
 * answers. @param keys storage keys, or URLs of them; of posters their folder; empty ones are left out
 */
export async function queueRemoval(trx: Trx, owner: Owner, keys: readonly string[]): Promise<void> {
  const order = { owner, keys: keys.filter(Boolean).map((key) => key.replace(/^\/media\//, '')) }
  if (order.keys.length === 0) return
  const once = keyOf(owner) + hash('sha1', order.keys.join())
  await queueJob(trx, { kind: KIND, payload: order, once })
}

/**
 * Call it before files of this owner are stored again: they stay. @throws AppError('unavailable') while a process
 * removes some
 */
export async function cancelRemoval(db: Db, owner: Owner): Promise<void> {
  const orders = beginsWith('unique_key', keyOf(owner))
  await db
    .deleteFrom('jobs')
    .where(orders)
    .where('finished_at', 'is', null)
    .where(({ or, eb }) => or([eb('locked_until', 'is', null), eb('locked_until', '<=', databaseTime(db))]))
    .execute()
  const running = db.selectFrom('jobs').select('id').where(orders).where('finished_at', 'is', null)
  if (await running.executeTakeFirst())
    throw new AppError('unavailable', 'older files of this name are being removed')
}

/** Removes files that their owner does not use. Running it twice is safe. */
export const removeFilesJob: QueuedJob = {
  kind: KIND,
  isNeverTooOld: true,
  async run({ db, storage }: Deps, payload, { signal }) {
    const { owner, keys } = Order.parse(payload)
    const used = new Set(await keysInUse(db, owner))
    for (const key of keys) {
      signal.throwIfAborted()
      if (!used.has(key)) await remove(storage, key)
    }
  },
}

async function remove(storage: Storage, key: string): Promise<void> {
  if (!key.startsWith('poster/')) return storage.delete(key)
  for await (const file of storage.list(key)) await storage.delete(file)
}

async function keysInUse(db: Db, owner: Owner): Promise<string[]> {
  if ('made' in owner) return madeFor(db, owner.made)
  const urls = 'original' in owner ? await filesOf(db, owner.original) : await pictureOf(db, owner)
  return urls.map((url) => url.replace(/^\/media\//, ''))
}

async function filesOf(db: Db, original: string): Promise<string[]> {
  const clip = await clipFiles(db).where('content_hash', '=', original).executeTakeFirst()
  return clip ? filesOfClip(clip) : []
}

async function madeFor(db: Db, clip: number): Promise<string[]> {
  const rows = await db.selectFrom('renditions').select('storage_key').where('source_id', '=', clip).execute()
  return rows.map(({ storage_key }) => storage_key)
}

async function pictureOf(db: Db, { set, id }: { set: SetKind; id: number }): Promise<string[]> {
  const table = set === 'promotion' ? 'promotions' : 'collections'
  const row = await db.selectFrom(table).select('og_image_url').where('id', '=', id).executeTakeFirst()
  return row ? [row.og_image_url] : []
}

/** Columns that name the files of a clip. */
export const FILE_COLUMNS = [
  ...(['poster_base', 'preview_url', 'preview_av1_url'] as const),
  ...(['watermarked_url', 'cloudpath', 'content_hash', 'source_url_image'] as const),
] as const

/** What names the files of clips. */
export const clipFiles = (db: Db) =>
  db.selectFrom('medias').innerJoin('library', 'library.id', 'medias.source_id').select(FILE_COLUMNS)

type ClipFiles = Record<(typeof FILE_COLUMNS)[number], string>

/** The folder of a clip's posters and its files. */
export function filesOfClip({ content_hash, ...files }: ClipFiles): string[] {
  return [...Object.values(files), originalKey(content_hash)].filter(Boolean)
}
