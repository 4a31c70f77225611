import { buffer } from 'node:stream/consumers'
import { isAppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { Poster } from './draw-certificate.ts'

/** Pixels; enough for the page's width in print. */
const WIDTH = 1280

/** undefined where the clip is gone. */
export async function posterOf(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  clipId: number,
): Promise<Poster | undefined> {
  const media = await db
    .selectFrom('medias')
    .select(['poster_base', 'poster_widths', 'width', 'height'])
    .where('source_id', '=', clipId)
    .executeTakeFirst()
  if (!media) return undefined
  const widths: number[] = JSON.parse(media.poster_widths)
  const width = widths.findLast((each) => each <= WIDTH) ?? widths[0]
  const key = `${media.poster_base.replace(/^\/media\//, '')}/${width}.jpg`
  try {
    const bytes = await buffer(await storage.read(key))
    return { bytes, width: media.width, height: media.height }
  } catch (error) {
    if (isAppError(error) && error.code === 'mediaNotFound') return undefined
    throw error
  }
}
