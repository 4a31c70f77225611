import type { SignedMedia } from '#contract/downloads.ts'
import { AppError } from '#contract/errors.ts'
import type { Person } from '#domain/membership/membership.ts'
import { downloadName } from '#domain/sets/download-name.ts'
import type { Deps } from '#server/deps.ts'
import { isKey } from '#server/media/storage-key.ts'
import { assertMayHaveFullFilm, LINK_SECONDS } from './full-film.ts'
import { recordLicence, selectTakenClips, type Taking } from './record-licence.ts'

export type DownloadDeps = Pick<Deps, 'db' | 'storage' | 'now'> & { site: Pick<Deps['site'], 'name'> }

/**
 * A link to save a clip's full film, and the licence that goes with it. `filepath` is looked up among the clips'
 * `cloudpath`s, whatever it looks like.
 * @throws AppError('mediaNotFound') where no clip has it, and as assertMayHaveFullFilm()
 */
export async function signDownload(
  deps: DownloadDeps,
  person: Person | undefined,
  filepath: string,
): Promise<SignedMedia> {
  assertMayHaveFullFilm(person)
  if (!isKey(filepath)) throw new AppError('mediaNotFound')
  const clip = await selectTakenClips(deps.db).where('medias.cloudpath', '=', filepath).executeTakeFirst()
  if (!clip) throw new AppError('mediaNotFound')
  return takeClip(deps, person, { clip, via: 'clip', viaName: '' })
}

/**
 * Signs and writes the licence down; the caller has decided that the person may have the clip, and may let the link
 * live for less than LINK_SECONDS.
 */
export async function takeClip(
  { db, storage, site, now }: DownloadDeps,
  person: Person,
  taking: Taking,
  seconds = LINK_SECONDS,
): Promise<SignedMedia> {
  const { clip } = taking
  const file_name = downloadName(site.name, clip.file_name)
  const url = await storage.signedUrl(clip.cloudpath, {
    expiresInSeconds: seconds,
    disposition: 'attachment',
    fileName: file_name,
    // What a promotion gives does not end with a membership.
    holder: taking.via === 'promotion' ? undefined : person.id,
  })
  const licence = await db.transaction().execute((trx) => recordLicence(trx, { person, taking, now: now() }))
  return { url, expires_in: seconds, file_name, size: clip.byte_size, licence }
}
