import { signMedia } from '#contract/clips/download-calls.ts'
import type { SignedMedia } from '#contract/clips/downloads.ts'
import { signCollectionMedia, signPromotionMedia } from '#contract/sets/set-calls.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
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
  /** Size of the film in pixels. */
  width: number
}

export interface ShownSet {
  kind: SetKind
  /** As in the URL. */
  id: string
}

/** A set whose films are taken: shown, or a collection of one's own, whose films are taken as from their own pages. */
export type TakenSet = ShownSet | { kind: 'board'; id: string }

/** A link that saves a clip of a set, valid for five minutes. @throws as `requestAs` */
export function signSetClip(
  set: TakenSet,
  { id, cloudpath }: Pick<SetClip, 'id' | 'cloudpath'>,
  signal?: AbortSignal,
): Promise<SignedMedia> {
  if (set.kind === 'board') return requestAs(signMedia, { filepath: cloudpath }, { signal })
  const clip = { source: id, filepath: cloudpath }
  const signed =
    set.kind === 'promotion'
      ? requestAs(signPromotionMedia, { promo: set.id, ...clip }, { signal })
      : requestAs(signCollectionMedia, { curated: set.id, ...clip }, { signal })
  // Only a link that plays has no licence.
  return signed as Promise<SignedMedia>
}
