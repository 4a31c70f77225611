import { basename, dirname, extname } from 'node:path'
import type { Insertable } from 'kysely'
import type { Master } from '#domain/clips/file-kinds.ts'
import type { Look } from '#domain/look/look.ts'
import type { LibraryTable, MediasTable } from '#server/db/schema.ts'
import { posterPath, stillKey } from '#server/media/poster-paths.ts'
import {
  type ClipDetails,
  type FilmFacts,
  type RenditionKeys,
  safeFileName,
  type TileFacts,
} from './clip-details.ts'

/** A clip whose files are stored and that can be published. */
export interface NewClip extends ClipFiles {
  details: ClipDetails
}

/** The part of a clip that comes from its file. */
export interface ClipFiles {
  /** SHA-256 of the original, in hex. */
  contentHash: string
  /** The original's path below the folder that was dropped or ingested. */
  file: string
  keys: RenditionKeys
  tile: TileFacts
  films: FilmFacts
  /** If it is kept, and a film. */
  master?: Master | undefined
  /** Absent: a job looks at it later. */
  look?: Look | undefined
  /** Whether the original carries C2PA credentials. */
  credentials?: boolean
}

/** Decay keeps the median below 1, so new clips rank above it. */
export const NEW_CLIP_POPULARITY = 1

export function sourceRow({ details, ...files }: NewClip, created: string): Insertable<LibraryTable> {
  const { tags, keywords, keywords_ja, ai, ...others } = details
  const { modifier_model: _m, modifier_company: _c, modifier_date: _d, ...more } = others
  const { still_license: _l, still_license_url: _u, ...texts } = more
  return {
    ...texts,
    tags: JSON.stringify(tags),
    keywords: JSON.stringify(keywords),
    keywords_ja: JSON.stringify(keywords_ja),
    ...(ai !== undefined && { ai: ai ? 1 : 0 }),
    source_url_image: '',
    ...fileColumns(files),
    folder: folderOf(files.file),
    ...{ source_url_source: '', popularity: NEW_CLIP_POPULARITY },
    ...{ created, added: created, updated: created },
  }
}

const folderOf = (file: string) => dirname(file).replace(/^\.$/, '')

/** The columns of `library` that come from the file. */
export function fileColumns({ contentHash, file, films, keys, tile }: ClipFiles) {
  const { width, height } = films.size
  const still = tile.still && { source_url_image: `/media/${stillKey(keys)}` }
  return { file_name: filmName(file), width, height, content_hash: contentHash, ...still }
}

export function mediaRow(clip: NewClip, sourceId: number, created: string): Insertable<MediasTable> {
  const { license, category, modifier_model, modifier_company, modifier_date } = clip.details
  const { still_license, still_license_url } = clip.details
  return {
    ...{ license, category, modifier_model, modifier_company, modifier_date },
    ...{ still_license, still_license_url },
    ...mediaFileColumns(clip),
    source_id: sourceId,
    file_url: `/api/medias/${sourceId}/video`,
    video_url: `/api/medias/${sourceId}/video`,
    created,
  }
}

/** The columns of `medias` that come from the file. */
export function mediaFileColumns({ file, keys, tile, films, master, credentials }: ClipFiles) {
  return {
    content_credentials: credentials ? ('dropped' as const) : ('none' as const),
    file_name: filmName(file),
    type: 'video' as const,
    width: films.size.width,
    height: films.size.height,
    duration: films.duration,
    frame_rate: films.frameRate,
    bit_rate: Math.round((films.bytes * 8) / films.duration),
    byte_size: films.bytes,
    cloudpath: keys.full,
    watermarked_url: `/media/${keys.watermarked}`,
    ...tileColumns(keys, tile),
    loop_difference: films.loopDifference,
    seam: films.seam ?? null,
    master: master ? JSON.stringify(master) : null,
    original_filename: safeFileName(file),
  }
}

/** The columns of `medias` that tiles show. */
export function tileColumns(keys: Pick<RenditionKeys, 'poster' | 'preview' | 'previewAv1'>, tile: TileFacts) {
  return {
    thumbnail_url: posterPath(keys, tile),
    preview_url: `/media/${keys.preview}`,
    preview_av1_url: tile.av1 ? `/media/${keys.previewAv1}` : '',
    poster_base: `/media/${keys.poster}`,
    poster_widths: JSON.stringify(tile.widths),
    dominant_color: tile.dominantColor,
    thumbhash: tile.thumbhash,
  }
}

/** The name under which visitors save the film: the original's name, always with .mp4. */
function filmName(file: string): string {
  const safe = safeFileName(file)
  return `${basename(safe, extname(safe))}.mp4`
}
