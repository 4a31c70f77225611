import type { SignedMedia } from '#contract/downloads.ts'
import { AppError } from '#contract/errors.ts'
import type { PlayableMedia } from '#contract/sets.ts'
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
  const promotion = await livePromotion(deps.db, wanted.set, deps.now())
  const clip = await findClip(deps, 'promotion', promotion.id, wanted)
  if (!person) throw new AppError('signInRequired')
  const { id, name: viaName } = promotion
  const taking = { clip, via: 'promotion', viaName, count: counter('promotion', id) } as const
  return takeClip(deps, person, taking, linkSeconds(promotion, deps.now()))
}

/**
 * For anybody to play a live promotion's clip. @throws AppError('setNotFound' | 'promotionEnded' | 'mediaNotFound')
 */
export async function playFromPromotion(deps: DownloadDeps, wanted: SetClip): Promise<PlayableMedia> {
  const promotion = await livePromotion(deps.db, wanted.set, deps.now())
  const clip = await findClip(deps, 'promotion', promotion.id, wanted)
  return play(deps, clip, { seconds: linkSeconds(promotion, deps.now()) })
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

/** Whole seconds, at most until the promotion ends. @throws AppError('promotionEnded') in its last second */
function linkSeconds({ expires_at }: { expires_at: string }, now: Date): number {
  const left = Math.floor((Date.parse(expires_at) - now.getTime()) / 1000)
  if (left < 1) throw new AppError('promotionEnded')
  return Math.min(LINK_SECONDS, left)
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
