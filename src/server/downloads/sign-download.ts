import type { SignedMedia } from '#contract/clips/downloads.ts'
import { AppError } from '#contract/errors.ts'
import { type FileKind, mayTakeFile } from '#domain/clips/file-kinds.ts'
import { mayHaveFullFilm, type Person } from '#domain/membership/membership.ts'
import { downloadName } from '#domain/sets/download-name.ts'
import type { Site } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { filmNote } from '#server/media/film-note.ts'
import { isKey } from '#server/media/storage-key.ts'
import { LINK_SECONDS, recordLicence, selectTakenClips, sourceTypeOf, type Taking } from './record-licence.ts'
import { type TakeDeps, takeFile } from './take-file.ts'

export type DownloadDeps = Pick<Deps, 'db' | 'storage' | 'now'> & { site: Pick<Site, 'name'> }

/** @throws AppError('signInRequired') for a visitor, 'upgradeRequired' for a free member */
export function assertMayHaveFullFilm(person: Person | undefined): asserts person is Person {
  const right = mayHaveFullFilm(person)
  if (right === 'signIn') throw new AppError('signInRequired')
  if (right === 'upgrade') throw new AppError('upgradeRequired')
}

interface Wish {
  /** `cloudpath` */
  filepath: string
  kind: FileKind
}

/** A link and a licence. @throws AppError('mediaNotFound'), else as assertMayHaveFullFilm() and takeFile() */
export async function signDownload(
  deps: DownloadDeps & TakeDeps,
  person: Person | undefined,
  { filepath, kind }: Wish,
): Promise<SignedMedia> {
  assertMayHaveFullFilm(person)
  if (mayTakeFile(person, kind) !== 'yes') throw new AppError('upgradeRequired')
  if (!isKey(filepath)) throw new AppError('mediaNotFound')
  const clip = await selectTakenClips(deps.db).where('medias.cloudpath', '=', filepath).executeTakeFirst()
  if (!clip) throw new AppError('mediaNotFound')
  const file =
    kind === 'film' ? undefined : await takeFile(deps, { userId: person.id, cloudpath: filepath, kind })
  return takeClip(deps, person, { clip, file, via: 'clip', viaName: '' })
}

/** A link to play a full film, without a token. @throws AppError('mediaNotFound'), else as assertMayHaveFullFilm() */
export async function signPlayback(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  person: Person | undefined,
  clipId: number,
): Promise<string> {
  assertMayHaveFullFilm(person)
  const media = await db
    .selectFrom('sources')
    .innerJoin('medias', 'medias.source_id', 'sources.id')
    .select('cloudpath')
    .where('sources.id', '=', clipId)
    .executeTakeFirst()
  if (!media) throw new AppError('mediaNotFound')
  return storage.signedUrl(media.cloudpath, {
    expiresInSeconds: LINK_SECONDS,
    disposition: 'inline',
    holder: person.id,
  })
}

/** Signs a link of at most LINK_SECONDS and records the licence. The caller has checked the right to the clip. */
export async function takeClip(
  { db, storage, site, now }: DownloadDeps,
  person: Person,
  taking: Taking,
  seconds = LINK_SECONDS,
): Promise<SignedMedia> {
  const { clip, file = filmOf(clip) } = taking
  const file_name = downloadName(site.name, file.file_name)
  // A bucket that sends films itself sends them as they are.
  const isOurs = storage.filmOrigin === undefined && /\.(?:mp4|mov)$/.test(file.key)
  const source = isOurs ? sourceTypeOf(clip) : undefined
  const url = await storage.signedUrl(file.key, {
    source,
    expiresInSeconds: seconds,
    disposition: 'attachment',
    fileName: file_name,
    // A promotion's download outlives a membership.
    holder: taking.via === 'promotion' ? undefined : person.id,
  })
  const licence = await db.transaction().execute((trx) => recordLicence(trx, { person, taking, now: now() }))
  return { url, expires_in: seconds, file_name, size: file.bytes + filmNote({ source }).length, licence }
}

const filmOf = ({ cloudpath: key, file_name, byte_size: bytes }: Taking['clip']) => ({
  key,
  file_name,
  bytes,
})
