import { hash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'

/** Pixels of a photograph that is sent, and of its longer side as it is shown. */
const MOST_PIXELS = 50e6
const SIDE = 1600
const FORMATS: (string | undefined)[] = ['jpeg', 'png', 'webp', 'heif', 'tiff']

/** A photograph as visitors see it beside its loop. */
export const stillOf = (picture: Sharp) =>
  picture.resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 })

/**
 * Stores the photograph that a clip was made from; an edit of the clip names it, or a sweep removes it. @param bytes
 * base64 @throws AppError('mediaNotFound' | 'pictureInvalid')
 */
export async function addStill(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { id, bytes }: { id: number; bytes: string },
): Promise<{ source_url_image: string }> {
  const query = db.selectFrom('library').select('content_hash').where('id', '=', id)
  const clip = await query.executeTakeFirst()
  if (!clip) throw new AppError('mediaNotFound')
  const picture = sharp(Buffer.from(bytes, 'base64'), { limitInputPixels: MOST_PIXELS, pages: 1 })
  const still = await encoded(picture).catch((cause) => {
    throw new AppError('pictureInvalid', '', { cause })
  })
  // Clips share no file, since each takes its own along.
  const key = `still/${hash('sha256', clip.content_hash + hash('sha256', still)).slice(0, 32)}.webp`
  await storage.put(key, still, 'image/webp')
  return { source_url_image: `/media/${key}` }
}

async function encoded(picture: Sharp): Promise<Buffer> {
  const { format } = await picture.metadata()
  if (!FORMATS.includes(format)) throw new Error(`no photograph: ${format}`)
  return stillOf(picture.autoOrient().flatten()).toBuffer()
}
