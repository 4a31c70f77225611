import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { PLAIN_LINE } from '#contract/plain-text.ts'
import type { UploadMetadata } from '#contract/studio/clips/uploads.ts'
import { kindOfName } from '#domain/studio/uploads/upload-kinds.ts'
import { isUnderWay, UPLOAD_STATES } from '#domain/studio/uploads/upload-states.ts'
import type { Acting } from '#server/audit.ts'
import { databaseTime } from '#server/db/database-clock.ts'
import { lockUntilCommit } from '#server/db/locks.ts'
import type { Database, Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Batch } from './close-batch.ts'

/** Most bytes of one path segment, and of a whole path; every file system accepts these. */
const SEGMENT_BYTES = 240
const PATH_BYTES = 1500

interface NewUpload {
  by: Acting
  /** Of the whole file. */
  bytes: number
  metadata: UploadMetadata
}

/**
 * Admits a file before its first byte, and returns its tus id. @throws AppError('badRequest' | 'kindNotTaken' |
 * 'fileTooLarge' | 'uploadsFull' | 'storageFull' | 'mediaNotFound')
 */
export async function createUpload(
  { db, uploads }: Pick<Deps, 'db' | 'uploads'>,
  { by, bytes, metadata }: NewUpload,
): Promise<string> {
  const { filename, folder, batch = null, sha256 = '', replaces } = metadata
  const [file_name, ...above] = pathOf(folder, filename).reverse()
  const kind = kindOfName(file_name!)
  if (!kind) throw new AppError('kindNotTaken', `“${file_name}” ends like no kind that is taken`)
  if (bytes < 1) throw new AppError('badRequest', 'the file is empty')
  if (bytes > uploads.maxBytes) throw new AppError('fileTooLarge', `at most ${uploads.maxBytes} bytes`)
  if (!(await uploads.files.hasRoom(bytes))) throw new AppError('storageFull')
  const row = {
    ...{
      user_id: by.id,
      api_key: by.key?.id ?? null,
      batch,
      closed: await isClosed(db, { batch, user_id: by.id }),
      bytes,
      sha256,
      kind,
    },
    file_name: file_name!,
    folder: above.reverse().join('/'),
    replaces: await clipToReplace(db, replaces),
  }
  return db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, 'admission')
    if ((await bytesUnderWay(trx)) + bytes > uploads.totalBytes) throw new AppError('uploadsFull')
    return insertUpload(trx, row)
  })
}

/** Adds a row with a new id, and returns the id. */
export async function insertUpload(
  db: Db,
  row: Omit<Insertable<Database['uploads']>, 'id' | 'created' | 'updated'>,
): Promise<string> {
  const id = randomBytes(16).toString('hex')
  const now = databaseTime(db)
  await db
    .insertInto('uploads')
    .values({ id, ...row, created: now, updated: now })
    .execute()
  return id
}

/** Segments of a path that stays below its folder, without hidden files. @throws AppError('badRequest') */
function pathOf(folder: string, filename: string): string[] {
  const path = [...folder.split('/').filter(Boolean), filename].map((segment) => segment.normalize('NFC'))
  const isBad = (segment: string) =>
    /[/\\]/.test(segment) ||
    !PLAIN_LINE.test(segment) ||
    segment.startsWith('.') ||
    Buffer.byteLength(segment) > SEGMENT_BYTES
  if (path.some(isBad) || Buffer.byteLength(path.join('/')) > PATH_BYTES)
    throw new AppError('badRequest', 'filename and folder must be names of visible files, not too long')
  return path
}

async function bytesUnderWay(db: Db): Promise<number> {
  const { bytes } = await db
    .selectFrom('uploads')
    .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
    .where('held', '=', 'upload')
    .where('state', 'in', UPLOAD_STATES.filter(isUnderWay))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** Whether the batch is closed; late files do not wait. */
async function isClosed(db: Db, { batch, user_id }: Batch): Promise<0 | 1> {
  if (batch === null) return 1
  const closed = await db
    .selectFrom('uploads')
    .select('id')
    .where('batch', '=', batch)
    .where('user_id', 'is not distinct from', user_id)
    .where('closed', '=', 1)
    .executeTakeFirst()
  return closed ? 1 : 0
}

async function clipToReplace(db: Db, id: string | undefined): Promise<number | null> {
  if (id === undefined) return null
  const clip = await db.selectFrom('library').select('id').where('id', '=', Number(id)).executeTakeFirst()
  if (!clip) throw new AppError('mediaNotFound', `there is no clip ${id}`)
  return clip.id
}
