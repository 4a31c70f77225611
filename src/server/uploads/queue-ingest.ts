import { randomUUID } from 'node:crypto'
import type { Trx } from '#server/db/schema.ts'
import { queueJob } from '#server/jobs/job-rows.ts'

export const INGEST = 'ingest'

export interface IngestPayload {
  upload: string
}

/** Has a worker take up the upload; call it in the transaction that makes it `waiting`. Two at a time never run. */
export async function queueIngest(trx: Trx, upload: string): Promise<void> {
  // Another payload each time, so that a run that is just being cancelled is followed by a new one.
  const payload = { upload, order: randomUUID() } satisfies IngestPayload & { order: string }
  await queueJob(trx, { kind: INGEST, payload, once: `${INGEST}:${upload}` })
}
