import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { UploadLine, UploadList, UploadsQuery } from '#contract/studio/clips/uploads.ts'
import type { LibraryState } from '#domain/clips/library-state.ts'
import { mayRetry } from '#domain/studio/uploads/upload-states.ts'
import { databaseTime } from '#server/db/database-clock.ts'
import type { Database, Db } from '#server/db/schema.ts'

const MOST = 500
/** Seconds. A change is committed within this time of its `updated`, or a list by `after` may miss it. */
const COMMIT_SECONDS = 5

type UploadRow = Selectable<Database['uploads']>

/** The latest uploads, or with `after` those changed since, in any order. */
export async function listUploads(db: Db, { after, state, batch }: UploadsQuery): Promise<UploadList> {
  const { at } = await db.selectNoFrom(databaseTime(db, COMMIT_SECONDS).as('at')).executeTakeFirstOrThrow()
  const rows = await linesIn(db)
    .$if(after !== undefined, (query) => query.where('uploads.updated', '>=', after!))
    .$if(state !== undefined, (query) => query.where('uploads.state', '=', state!))
    .$if(batch !== undefined, (query) => query.where('uploads.batch', '=', batch!))
    .orderBy('uploads.created', 'desc')
    .orderBy('uploads.id', 'desc')
    .limit(MOST)
    .execute()
  return { uploads: rows.map(lineOf), at }
}

/** Uploads that changed in the last seconds. */
export async function changedLines(db: Db, seconds: number): Promise<UploadLine[]> {
  const rows = await linesIn(db)
    .where('uploads.updated', '>', databaseTime(db, seconds))
    .orderBy('uploads.updated')
    .limit(MOST)
    .execute()
  return rows.map(lineOf)
}

/** @throws AppError('uploadNotFound') */
export async function findLine(db: Db, id: string): Promise<UploadLine> {
  const row = await linesIn(db).where('uploads.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('uploadNotFound')
  return lineOf(row)
}

function linesIn(db: Db) {
  return db
    .selectFrom('uploads')
    .leftJoin('users', 'users.id', 'uploads.user_id')
    .selectAll('uploads')
    .leftJoin('library', 'library.id', 'uploads.source_id')
    .select(['users.name as user_name', 'library.state as clip_state'])
}

type NamedRow = UploadRow & { user_name: string | null; clip_state: LibraryState | null }

function lineOf(row: NamedRow): UploadLine {
  const { id, batch, file_name, folder, kind, bytes, received, user_id, state, ratio, poster } = row
  return {
    ...{ id, batch, file_name, folder, kind, bytes, received, state, ratio, poster },
    user: user_id === null ? null : { id: user_id, name: row.user_name ?? '' },
    stage: row.stage as UploadLine['stage'],
    reason: row.reason && { code: row.reason, text: row.reason_text },
    sheet: row.sheet === null ? null : JSON.parse(row.sheet),
    clip: row.source_id,
    clip_state: row.clip_state,
    replaces: row.replaces,
    retry: mayRetry(state) && row.held !== 'none',
    created: row.created,
    updated: row.updated,
    finished: row.finished,
  }
}
