import { createHash } from 'node:crypto'

/** What decides a rendition's bytes besides the original: the plan of either kind. */
export interface Fingerprints {
  shown: string
  full: string
}

/** Storage keys of one clip. Posters are at `poster/<hash>/<width>.<form>`. */
export interface RenditionKeys {
  poster: string
  preview: string
  previewAv1: string
  watermarked: string
  full: string
}

/** The first segment of keys that anyone may fetch; `full/` is the one that is not among them. */
export const POSTER_FORMS = ['avif', 'webp', 'jpg'] as const

/**
 * Names by content and plan, so that equal bytes have equal names and may be cached for ever. What is public and the
 * full film have unrelated names: the one does not tell the other.
 */
export function renditionKeys(contentHash: string, { shown, full }: Fingerprints): RenditionKeys {
  const open = digest('shown', contentHash, shown)
  return {
    poster: `poster/${open}`,
    preview: `preview/${open}.mp4`,
    previewAv1: `preview/${open}.av1.mp4`,
    watermarked: `watermarked/${open}.mp4`,
    full: `full/${digest('full', contentHash, full)}.mp4`,
  }
}

/** 32 hex digits over the parts. */
export function digest(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32)
}
