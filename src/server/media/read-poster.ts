import { buffer } from 'node:stream/consumers'
import { isAppError } from '#contract/errors.ts'
import type { Storage } from './storage.ts'

/** A poster as JPEG; undefined if the clip's files are gone. `base` is `poster_base`, a path on this site. */
export async function readPoster(
  storage: Pick<Storage, 'read'>,
  base: string,
  width: number | undefined,
): Promise<Buffer | undefined> {
  try {
    return await buffer(await storage.read(`${base.replace(/^\/media\//, '')}/${width}.jpg`))
  } catch (error) {
    if (isAppError(error) && error.code === 'mediaNotFound') return undefined
    throw error
  }
}
