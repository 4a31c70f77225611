import { AppError } from '#contract/errors.ts'
import type { UploadLine } from '#contract/studio/clips/uploads.ts'
import type { Person } from '#domain/membership/membership.ts'
import { kindOfName } from '#domain/studio/uploads/upload-kinds.ts'
import { isUnderWay, UPLOAD_STATES } from '#domain/studio/uploads/upload-states.ts'
import { audit } from '#server/audit.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { originalKey } from '#server/media/storage-key.ts'
import { insertUpload } from './create-upload.ts'
import { queueIngest } from './queue-ingest.ts'
import { findLine } from './upload-lines.ts'

/**
 * Queues a clip to be rendered from its original with today's presets; returns the running upload, if there is one.
 * @throws AppError('mediaNotFound'), 'originalGone' if the original was not kept
 */
export async function renderAgain(
  { db, storage, events, now }: Pick<Deps, 'db' | 'storage' | 'events' | 'now'>,
  editor: Pick<Person, 'id'>,
  clip: number,
): Promise<UploadLine> {
  const source = await db
    .selectFrom('library')
    .innerJoin('medias', 'medias.source_id', 'library.id')
    .select(['library.content_hash', 'medias.original_filename'])
    .where('library.id', '=', clip)
    .executeTakeFirst()
  if (!source) throw new AppError('mediaNotFound')
  const { content_hash: sha256, original_filename: file_name } = source
  const original = await storage.stat(originalKey(sha256))
  if (!original) throw new AppError('originalGone')
  const row = {
    ...{ user_id: editor.id, closed: 1 as const, state: 'waiting' as const, held: 'original' as const },
    ...{ file_name, sha256, bytes: original.size, received: original.size },
    ...{ kind: kindOfName(file_name) ?? ('video' as const), source_id: clip, replaces: clip },
  }
  const id = await db.transaction().execute(async (trx) => {
    const before = await underWay(trx, clip)
    if (before) return before
    const upload = await insertUpload(trx, row)
    await queueIngest(trx, upload)
    const detail = { source: clip, upload }
    await audit(trx, { actor: editor, action: 'clip.render', userId: null, detail, at: now() })
    return upload
  })
  events.emit('jobQueued')
  return findLine(db, id)
}

async function underWay(trx: Trx, clip: number): Promise<string | undefined> {
  const row = await trx
    .selectFrom('uploads')
    .select('id')
    .where('replaces', '=', clip)
    .where('held', '=', 'original')
    .where('state', 'in', UPLOAD_STATES.filter(isUnderWay))
    .executeTakeFirst()
  return row?.id
}
