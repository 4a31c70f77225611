import { basename, extname } from 'node:path'
import type { Size } from '#domain/clips/film-size.ts'
import type { SheetColumns } from '#domain/studio/library/bulk-change.ts'

/** The operator's details of a clip, with defaults for missing ones. */
export interface ClipDetails extends Omit<SheetColumns, 'ai'> {
  /** Whether it was made with AI; absent if unknown. */
  ai?: boolean
}

export interface Category {
  key: string
  label: string
  label_ja: string
  /** Ascending order in the bar. */
  position: number
  /** Made up from the key, because nobody named it: the library's own label stays. */
  derived?: true
}

/** Storage keys of a clip's files. Posters are at `<poster>/<width>.<form>`. */
export interface RenditionKeys {
  poster: string
  preview: string
  previewAv1: string
  watermarked: string
  full: string
}

/** Facts about the posters and the hover preview. */
export interface TileFacts {
  /** `#rrggbb`. */
  dominantColor: string
  /** base64 of the thumbhash bytes. */
  thumbhash: string
  /** Poster widths in pixels, ascending. */
  widths: number[]
  /** Whether the hover preview has an AV1 form. */
  av1: boolean
  /** Whether the original is a photograph, which is shown beside its loop. */
  still?: true
}

/** Facts about the full film. */
export interface FilmFacts {
  size: Size
  /** Seconds. */
  duration: number
  /** Frames a second. */
  frameRate: number
  bytes: number
  /** Mean absolute difference of first and last frame, 0 to 1. */
  loopDifference: number
  /** See domain/look/seam.ts; absent from films of an earlier release. */
  seam?: number | undefined
}

/** `koi_pond-01.mp4` becomes "Koi pond 01". */
export function titleFromName(file: string): string {
  const words = clean(basename(file, extname(file)))
    .replace(/[-_.\s]+/g, ' ')
    .trim()
    .slice(0, 200)
  return words ? words[0]?.toUpperCase() + words.slice(1) : 'Untitled'
}

/** A file name that is safe to show and save anywhere: no control characters, separators or leading dots. */
export function safeFileName(file: string): string {
  const name = clean(basename(file))
    .replace(/[\\/:*?"'<>|]+/g, '_')
    .replace(/^[.\s]+/, '')
    .replace(/\.{2,}/g, '.')
    .slice(-160)
  return name || 'untitled'
}

/** Without control characters, line separators and marks that change the text's direction. */
const clean = (text: string) => text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
