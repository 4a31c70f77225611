import type { SignedMedia } from '#contract/downloads.ts'
import type { Endpoint } from '#contract/request.ts'
import { signCollectionMedia, signPromotionMedia } from '#contract/set-endpoints.ts'
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

const SIGN: Record<SetKind, Endpoint<{ set: string; source: number; filepath: string }, SignedMedia>> = {
  promotion: signPromotionMedia,
  collection: signCollectionMedia,
}

/** A link that saves a clip of a set, valid for five minutes. @throws as `requestAs` */
export function signSetClip(
  set: ShownSet,
  { id, cloudpath }: Pick<SetClip, 'id' | 'cloudpath'>,
  signal?: AbortSignal,
): Promise<SignedMedia> {
  return requestAs(SIGN[set.kind], { set: set.id, source: id, filepath: cloudpath }, { signal })
}
