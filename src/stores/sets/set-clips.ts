import { comp, signMedia } from '#contract/clips/download-calls.ts'
import type { SignedMedia } from '#contract/clips/downloads.ts'
import { signCollectionMedia, signPromotionMedia } from '#contract/sets/set-calls.ts'
import type { PlayableMedia } from '#contract/sets/sets.ts'
import { SET_WORDS, type SetKind } from '#domain/sets/set-kind.ts'
import { requestAs } from '#stores/auth/authorised.ts'

/** A clip of a set, as a page passes it to its islands. */
export interface SetClip {
  id: number
  /** In the page's language. */
  title: string
  file_name: string
  cloudpath: string
  /** Size of the full film. */
  byte_size: number
  video_url: string
  watermarked_url: string
  /** Largest poster, and its width in pixels. */
  poster: string
  posterWidth: number
  /** Name in a zip, if not the film's own. */
  saveAs?: string
  /** Size of the film in pixels. */
  width: number
}

export interface ShownSet {
  kind: SetKind
  /** As in the URL. */
  id: string
}

/**
 * A set whose films are taken: shown; or a collection of one's own, or the clips of a project, whose films are taken as
 * from their own pages; or comps of them.
 */
export type TakenSet = ShownSet | { kind: 'board' | 'relink' | 'comps'; id: string }

/** A film as saved; a comp has no licence. */
export type SavedFilm = PlayableMedia & Partial<Pick<SignedMedia, 'licence'>>

/** A link that saves the film of a clip of a set, valid for five minutes. @throws as `requestAs` */
export function signFilm(set: TakenSet, clip: SetClip, signal: AbortSignal): Promise<SavedFilm> {
  if (set.kind === 'comps') return requestAs(comp, { id: clip.id }, { signal })
  if (isShown(set)) return signSetClip(set, clip, signal)
  return requestAs(signMedia, { filepath: clip.cloudpath }, { signal })
}

export const isShown = (set: TakenSet): set is ShownSet => set.kind in SET_WORDS

/** The same for a clip of a set that is shown, with its licence. */
export function signSetClip(
  set: ShownSet,
  { id, cloudpath }: Pick<SetClip, 'id' | 'cloudpath'>,
  signal?: AbortSignal,
): Promise<SignedMedia> {
  const clip = { source: id, filepath: cloudpath }
  const signed =
    set.kind === 'promotion'
      ? requestAs(signPromotionMedia, { promo: set.id, ...clip }, { signal })
      : requestAs(signCollectionMedia, { curated: set.id, ...clip }, { signal })
  // Only a link that plays has no licence.
  return signed as Promise<SignedMedia>
}
