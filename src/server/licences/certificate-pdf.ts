import type { Licence } from '#contract/clips/downloads.ts'
import { runApart } from '#server/build/run-apart.ts'
import type { Site } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { boundedQueue } from '#server/limits/bounded-queue.ts'
import { readPoster } from '#server/media/read-poster.ts'
import type { CertificateParts, CertificateWords } from './certificate/draw-texts.ts'

/** A certificate takes most of a second of CPU, which pages must not wait for. */
const queued = boundedQueue({ atOnce: 1, mostWaiting: 4, retryAfterSeconds: 3 })
const OPTIONS = { niceness: 0, bounds: { megabytes: 192, seconds: 30 } }
/** Pixels; enough for the page's width in print. */
const POSTER_WIDTH = 1280

/** The same licence, words and poster always give the same bytes. @throws AppError('busy') if too many wait */
export async function certificatePdf(
  deps: Pick<Deps, 'db' | 'storage'> & { site: Pick<Site, 'name' | 'url'> },
  licence: Licence,
  words: CertificateWords,
): Promise<Buffer> {
  const poster = await posterOf(deps, licence.clip_id)
  const verifyUrl = new URL(`/verify/${licence.id}`, deps.site.url).href
  return queued(() => draw({ licence, words, siteName: deps.site.name, verifyUrl, poster }))
}

async function draw(parts: CertificateParts): Promise<Buffer> {
  const bytes = await runApart<Uint8Array>('licences/certificate-worker', parts, OPTIONS)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

async function posterOf(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  clipId: number,
): Promise<CertificateParts['poster']> {
  const media = await db
    .selectFrom('medias')
    .select(['poster_base', 'poster_widths', 'width', 'height'])
    .where('source_id', '=', clipId)
    .executeTakeFirst()
  if (!media) return undefined
  const widths: number[] = JSON.parse(media.poster_widths)
  const width = widths.findLast((each) => each <= POSTER_WIDTH) ?? widths[0]
  const bytes = await readPoster(storage, media.poster_base, width)
  return bytes && { bytes, width: media.width, height: media.height }
}
