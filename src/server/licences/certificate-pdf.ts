import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Licence } from '#contract/downloads.ts'
import { threadModule } from '#server/build/thread-module.ts'
import type { Deps } from '#server/deps.ts'
import { boundedQueue } from '#server/limits/bounded-queue.ts'
import type { CertificateParts, CertificateWords } from './certificate/draw-certificate.ts'
import { posterOf } from './certificate/poster.ts'

/** A certificate takes a good part of a second of a core, which pages must not wait for. */
const queued = boundedQueue({ atOnce: 1, mostWaiting: 4, retryAfterSeconds: 3 })
const RESOURCES = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 24 }

/**
 * The certificate as PDF: the same bytes for the same licence, words and poster.
 * @throws AppError('busy') where too many wait
 */
export async function certificatePdf(
  deps: Pick<Deps, 'db' | 'storage'> & { site: Pick<Deps['site'], 'name' | 'url'> },
  licence: Licence,
  words: CertificateWords,
): Promise<Buffer> {
  const poster = await posterOf(deps, licence.clip_id)
  const verifyUrl = new URL(`/verify/${licence.id}`, deps.site.url).href
  return queued(() => draw({ licence, words, siteName: deps.site.name, verifyUrl, poster }))
}

async function draw(parts: CertificateParts): Promise<Buffer> {
  const worker = new Worker(threadModule('licences/certificate-worker'), {
    workerData: parts,
    resourceLimits: RESOURCES,
  })
  try {
    const [bytes]: Uint8Array[] = await once(worker, 'message')
    return Buffer.from(bytes!.buffer, bytes!.byteOffset, bytes!.byteLength)
  } finally {
    await worker.terminate()
  }
}
