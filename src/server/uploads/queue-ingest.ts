import { randomUUID } from 'node:crypto'
import type { Trx } from '#server/db/schema.ts'
import { queueJob } from '#server/jobs/job-rows.ts'

export const INGEST = 'ingest'

export interface IngestPayload {
  upload: string
}

/**
 * Queues the upload for a worker; call it in the transaction that makes it `waiting`. It never runs twice at the same
 * time.
 */
export async function queueIngest(trx: Trx, upload: string): Promise<void> {
  // A new payload each time, so that a new run follows one that is being cancelled.
  const payload = { upload, order: randomUUID() } satisfies IngestPayload & { order: string }
  await queueJob(trx, { kind: INGEST, payload, once: `${INGEST}:${upload}` })
}
