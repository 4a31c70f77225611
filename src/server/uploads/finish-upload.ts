import { createHash } from 'node:crypto'
import { setInterval } from 'node:timers'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { free } from './files/upload-files.ts'
import { queueIngest } from './queue-ingest.ts'
import type { UploadLease } from './upload-lease.ts'

type Needed = Pick<Deps, 'db' | 'uploads' | 'events' | 'log'>

/** How often a file that arrived damaged is sent again. */
const MOST_RESTARTS = 2
/** Milliseconds; a tenth of the silence after which another process takes the check over. */
const RENEW_MS = 1_000

/**
 * All bytes have arrived: reads them back and compares length and SHA-256. If they are right, the upload waits for the
 * end of its batch, or for a worker; else it starts again from the first byte. Releases the lease. @throws LeaseLost,
 * AppError('uploadMoved') if the file has to be sent again, 'uploadDamaged' if it was too often; the signal's reason
 */
export async function finishUpload(deps: Needed, lease: UploadLease, signal: AbortSignal): Promise<void> {
  const { id, bytes, sha256 } = lease
  const lost = new AbortController()
  const renewing = setInterval(() => lease.renew().catch((error) => lost.abort(error)), RENEW_MS)
  try {
    const found = await digestOf(deps, id, AbortSignal.any([signal, lost.signal]))
    const isRight = found.length === bytes && (sha256 === '' || found.sha256 === sha256)
    if (isRight) return await accept(deps, lease)
    deps.log.error({ upload: id, bytes, sha256, found }, 'upload arrived damaged')
    await startAgain(deps, lease)
  } finally {
    clearInterval(renewing)
    await lease.release()
  }
}

async function digestOf({ uploads }: Needed, id: string, signal: AbortSignal) {
  const hash = createHash('sha256')
  let length = 0
  for await (const chunk of await uploads.files.read(id)) {
    signal.throwIfAborted()
    hash.update(chunk)
    length += chunk.length
    free(chunk)
  }
  return { length, sha256: hash.digest('hex') }
}

async function accept({ events }: Needed, lease: UploadLease): Promise<void> {
  await lease.change({ state: 'waiting' }, async (trx) => {
    const { closed } = await trx
      .selectFrom('uploads')
      .select('closed')
      .where('id', '=', lease.id)
      .executeTakeFirstOrThrow()
    if (closed) await queueIngest(trx, lease.id)
  })
  events.emit('jobQueued')
}

/** The bytes stay until they are overwritten or the upload ends: a late request of another server may write, too. */
async function startAgain({ uploads }: Needed, lease: UploadLease): Promise<never> {
  const forgetPieces: Parameters<UploadLease['change']>[1] = (trx) =>
    trx.deleteFrom('upload_pieces').where('upload_id', '=', lease.id).execute()
  if (lease.restarts < MOST_RESTARTS) {
    await lease.change({ received: 0, restarts: lease.restarts + 1 }, forgetPieces)
    throw new AppError('uploadMoved', 'it arrived damaged and starts again')
  }
  await lease.change({ state: 'failed', reason: 'damaged', held: 'none' }, forgetPieces)
  await uploads.files.remove(lease.id)
  throw new AppError('uploadDamaged')
}
