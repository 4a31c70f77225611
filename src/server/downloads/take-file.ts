import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { MadeKind } from '#domain/clips/file-kinds.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueJob } from '#server/jobs/job-rows.ts'
import { type ClipForm, findForm, type WantedFile, wantedFile } from './wanted-file.ts'

export const FILE_KIND = 'clip-file'

/** Seconds after which to ask again. */
const ASK_AGAIN = 5

export type TakeDeps = Pick<Deps, 'db' | 'storage' | 'now' | 'rateLimits' | 'events'>

export interface TakenFile {
  kind: MadeKind
  key: string
  file_name: string
  bytes: number
}

interface Taking {
  /** Who asks; the caller has checked the right. */
  userId: number
  /** Of the full film. */
  cloudpath: string
  kind: MadeKind
}

/**
 * A file of a clip that is stored. @throws AppError('fileBeingMade') if it must be made first, 'mediaNotFound',
 * 'fileNotOffered', 'tooManyRequests'
 */
export async function takeFile(deps: TakeDeps, { userId, cloudpath, kind }: Taking): Promise<TakenFile> {
  const { db, storage, now, rateLimits, events } = deps
  const clip = await findForm(db, { cloudpath })
  if (!clip) throw new AppError('mediaNotFound')
  const wanted = wantedFile(clip, kind)
  if (!wanted) throw new AppError('fileNotOffered')
  const { key, file_name } = wanted
  const row = await db.selectFrom('renditions').selectAll().where('storage_key', '=', key).executeTakeFirst()
  // Whoever clears a store loses nothing: the file is made again.
  if (row?.state === 'ready' && (await storage.stat(key))) {
    const used = now().toISOString()
    const { numUpdatedRows } = await db
      .updateTable('renditions')
      .set({ used })
      .where('id', '=', row.id)
      .where('state', '=', 'ready')
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return { kind, key, file_name, bytes: row.bytes }
  }
  if (row?.state !== 'making') await rateLimits.filesMade.take(String(userId))
  const at = now().toISOString()
  const order = { userId, clip, at, isLost: row?.state === 'ready' }
  await db.transaction().execute((trx) => orderFile(trx, wanted, order))
  events.emit('jobQueued')
  throw new AppError('fileBeingMade', '', { retryAfterSeconds: ASK_AGAIN })
}

interface Order {
  userId: number
  clip: ClipForm
  at: string
  /** Whether the store lacks a file that was made. */
  isLost: boolean
}

/** Has the file made, if that is not under way, and remembers who waits for it. */
async function orderFile(trx: Trx, wanted: WantedFile, { userId, clip, at, isLost }: Order): Promise<void> {
  const { kind, key, params, width, height, bytes } = wanted
  const file = { source_id: clip.id, cloudpath: clip.cloudpath, kind, params, storage_key: key }
  // It may have been made a moment ago.
  const state = isLost
    ? sql<'making'>`'making'`
    : sql<'making'>`case renditions.state when 'failed' then 'making' else renditions.state end`
  const row = await trx
    .insertInto('renditions')
    .values({ ...file, width, height, bytes, state: 'making', used: at })
    .onConflict((conflict) => conflict.column('storage_key').doUpdateSet({ state, used: at }))
    .returning(['id', 'state'])
    .executeTakeFirstOrThrow()
  if (row.state === 'ready') return
  const { id } = row
  await trx
    .insertInto('rendition_waits')
    .values({ rendition_id: id, user_id: userId, asked: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // The time makes a run that is about to end be followed by another.
  await queueJob(trx, { kind: FILE_KIND, payload: { id, at }, once: `${FILE_KIND}:${id}` })
}
