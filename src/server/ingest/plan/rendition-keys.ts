import { createHash } from 'node:crypto'
import type { RenditionKeys } from '#server/library/clip-details.ts'

/** Hashes of everything besides the original that decides the bytes, for public files and for the full film. */
export interface Fingerprints {
  shown: string
  full: string
}

export const POSTER_FORMS = ['avif', 'webp', 'jpg'] as const

/** Equal bytes have equal names, cacheable for ever. Public names do not reveal the full film's. */
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

/** 32 hex digits. */
export function digest(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32)
}
