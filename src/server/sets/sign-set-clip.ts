import type { SignedMedia } from '#contract/clips/downloads.ts'
import { AppError } from '#contract/errors.ts'
import type { PlayableMedia } from '#contract/sets/sets.ts'
import type { Person } from '#domain/membership/membership.ts'
import { downloadName } from '#domain/sets/download-name.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { LINK_SECONDS, selectTakenClips, type TakenClip } from '#server/downloads/record-licence.ts'
import { assertMayHaveFullFilm, type DownloadDeps, takeClip } from '#server/downloads/sign-download.ts'
import { findCollection, livePromotion } from './find-set.ts'
import { membersOf, TABLES } from './set-kind.ts'

/** A clip of a set as requests name it; all fields must match. */
export interface SetClip {
  set: string
  source: number
  /** The clip's `cloudpath`; not checked if absent. */
  filepath?: string
}

/**
 * A link for any member to save a clip of a live promotion, and its licence. The link ends with the promotion.
 * @throws AppError('setNotFound' | 'promotionEnded' | 'mediaNotFound' | 'signInRequired')
 */
export async function downloadFromPromotion(
  deps: DownloadDeps,
  person: Person | undefined,
  wanted: SetClip,
): Promise<SignedMedia> {
  const { id, name, clip, seconds } = await promotedClip(deps, wanted)
  if (!person) throw new AppError('signInRequired')
  const taking = { clip, via: 'promotion', viaName: name, count: counter('promotion', id) } as const
  return takeClip(deps, person, taking, seconds)
}

/**
 * For anybody to play a live promotion's clip. @throws AppError('setNotFound' | 'promotionEnded' | 'mediaNotFound')
 */
export async function playFromPromotion(deps: DownloadDeps, wanted: SetClip): Promise<PlayableMedia> {
  const { clip, seconds } = await promotedClip(deps, wanted)
  return play(deps, clip, { seconds })
}

/** `seconds`: of a link, which ends with the promotion. @throws AppError('promotionEnded') in its last second, too */
async function promotedClip(deps: DownloadDeps, wanted: SetClip) {
  const { id, name, expires_at } = await livePromotion(deps.db, wanted.set, deps.now())
  const clip = await findClip(deps, 'promotion', id, wanted)
  const left = Math.floor((Date.parse(expires_at) - deps.now().getTime()) / 1000)
  if (left < 1) throw new AppError('promotionEnded')
  return { id, name, clip, seconds: Math.min(LINK_SECONDS, left) }
}

/**
 * A link for paid members to save a clip of a curated set, and its licence.
 * @throws AppError('signInRequired' | 'upgradeRequired' | 'setNotFound' | 'mediaNotFound')
 */
export async function downloadFromCollection(
  deps: DownloadDeps,
  person: Person | undefined,
  wanted: SetClip,
): Promise<SignedMedia> {
  assertMayHaveFullFilm(person)
  const { id, name } = await findCollection(deps.db, wanted.set)
  const clip = await findClip(deps, 'collection', id, wanted)
  return takeClip(deps, person, { clip, via: 'collection', viaName: name, count: counter('collection', id) })
}

/**
 * A link for paid members to play a clip of a curated set without its watermark.
 * @throws AppError('signInRequired' | 'upgradeRequired' | 'setNotFound' | 'mediaNotFound')
 */
export async function playFromCollection(
  deps: DownloadDeps,
  person: Person | undefined,
  wanted: SetClip,
): Promise<PlayableMedia> {
  assertMayHaveFullFilm(person)
  const { id } = await findCollection(deps.db, wanted.set)
  return play(deps, await findClip(deps, 'collection', id, wanted), { holder: person.id })
}

async function findClip(
  { db }: DownloadDeps,
  kind: SetKind,
  setId: number,
  { source, filepath }: SetClip,
): Promise<TakenClip> {
  const clip = await selectTakenClips(db)
    .where('sources.id', '=', source)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom(membersOf(db, kind).as('members'))
          .select('members.position')
          .whereRef('members.source_id', '=', 'sources.id')
          .where('members.set_id', '=', setId),
      ),
    )
    .executeTakeFirst()
  if (!clip || clip.cloudpath !== (filepath ?? clip.cloudpath)) throw new AppError('mediaNotFound')
  return clip
}

async function play(
  { storage, site }: DownloadDeps,
  clip: TakenClip,
  { seconds = LINK_SECONDS, holder }: { seconds?: number; holder?: number },
): Promise<PlayableMedia> {
  const options = { expiresInSeconds: seconds, disposition: 'inline', holder } as const
  const url = await storage.signedUrl(clip.cloudpath, options)
  return {
    url,
    expires_in: seconds,
    file_name: downloadName(site.name, clip.file_name),
    size: clip.byte_size,
  }
}

function counter(kind: SetKind, id: number) {
  return async (trx: DownloadDeps['db']) => {
    await trx
      .updateTable(TABLES[kind])
      .set(({ eb }) => ({ downloads: eb('downloads', '+', 1) }))
      .where('id', '=', id)
      .execute()
  }
}
