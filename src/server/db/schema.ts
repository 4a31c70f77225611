import type { Generated } from 'kysely'
import type { Instant, JsonText } from './column-types.ts'
import type { AccountTables } from './schema-accounts.ts'
import type { BillingTables } from './schema-billing.ts'
import type { OperationTables } from './schema-operations.ts'
import type { SearchTables } from './schema-search.ts'
import type { SetTables } from './schema-sets.ts'

interface CategoriesTable {
  key: string
  label: string
  label_ja: string
  position: number
}

/** The catalogue: one row per source. Its id is the public id. */
export interface SourcesTable {
  id: Generated<number>
  title: string
  title_ja: string
  description: string
  description_ja: string
  file_name: string
  /** JSON array of text. */
  tags: JsonText
  keywords: JsonText
  keywords_ja: JsonText
  source: string
  user_name: string
  license: string
  license_type: 'commercial' | 'editorial'
  width: number
  height: number
  source_url: string
  source_url_image: string
  source_url_source: string
  category: string
  /** See search/index/popularity.ts; a new clip starts above the median. */
  popularity: number
  /** SHA-256 (hex) of the master; the same file twice is one clip. */
  content_hash: string
  created: Instant
}

/** The rendition set of a source. Urls are paths on this site (`/media/…`). */
export interface MediasTable {
  id: Generated<number>
  source_id: number
  file_name: string
  type: 'video'
  license: string
  width: number
  height: number
  /** Seconds. */
  duration: number
  /** Bits a second of the full rendition. */
  bit_rate: number
  /** Storage key of the full rendition, never public. */
  cloudpath: string
  /** Bytes of the full rendition. */
  byte_size: number
  modifier_model: string
  modifier_company: string
  file_url: string
  video_url: string
  category: string
  thumbnail_url: string
  watermarked_url: string
  preview_url: string
  /** The preview as AV1; empty without an encoder. */
  preview_av1_url: string
  /** Posters live at `${poster_base}/${width}.{avif,webp,jpg}`; JSON array of widths, ascending. */
  poster_base: string
  poster_widths: JsonText
  /** `#rrggbb`. */
  dominant_color: string
  /** base64 of the thumbhash bytes. */
  thumbhash: string
  /** Mean absolute difference of first and last frame, 0 to 1; lower is a better loop. */
  loop_difference: number
  original_filename: string
  created: Instant
}

export interface Database extends AccountTables, SetTables, BillingTables, OperationTables, SearchTables {
  categories: CategoriesTable
  sources: SourcesTable
  medias: MediasTable
}
