import { AppError } from '#contract/errors.ts'
import type { PlayableMedia } from '#contract/sets/sets.ts'
import { downloadName } from '#domain/sets/download-name.ts'
import type { Site } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { filmNote } from '#server/media/film-note.ts'
import { LINK_SECONDS, sourceTypeOf } from './record-licence.ts'

/** A link that saves the watermarked film under the full film's name. @throws AppError('mediaNotFound') */
export async function signComp(
  { db, storage, site }: Pick<Deps, 'db' | 'storage'> & { site: Pick<Site, 'name' | 'url'> },
  id: number,
): Promise<PlayableMedia> {
  const clip = await db
    .selectFrom('sources')
    .innerJoin('medias', 'medias.source_id', 'sources.id')
    .select(['medias.file_name', 'watermarked_url', 'ai', 'source_url_image', 'date_created'])
    .where('sources.id', '=', id)
    .executeTakeFirst()
  const key = clip?.watermarked_url.replace('/media/', '')
  const film = key ? await storage.stat(key) : undefined
  if (!clip || !film) throw new AppError('mediaNotFound')
  const file_name = downloadName(site.name, clip.file_name)
  const source = sourceTypeOf(clip)
  const url = await storage.signedUrl(film.key, {
    expiresInSeconds: LINK_SECONDS,
    disposition: 'attachment',
    fileName: file_name,
    ...{ comp: id, source },
  })
  const note = filmNote({ comp: { id, address: new URL(`/m/${id}`, site.url).href }, source })
  return { url, expires_in: LINK_SECONDS, file_name, size: film.size + note.length }
}
