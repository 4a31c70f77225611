import type { ColumnType, Generated, Kysely, SelectType, Transaction } from 'kysely'
import type { MadeKind } from '#domain/clips/file-kinds.ts'
import type { LibraryState } from '#domain/clips/library-state.ts'
import type { Flag, Instant, JsonText } from './column-types.ts'
import type { AccountTables } from './schema-accounts.ts'
import type { BillingTables } from './schema-billing.ts'
import type { SearchTables } from './schema-search.ts'
import type { SetupTables } from './schema-setup.ts'
import type { ShopTables } from './schema-shop.ts'
import type { StudioTables } from './schema-studio.ts'

interface CategoriesTable {
  key: string
  label: string
  label_ja: string
  position: number
}

/** Categories that were renamed, merged or deleted; their addresses redirect. */
interface CategoryMovesTable {
  /** The former key. */
  key: string
  moved_to: string
}

/** The columns of a source that visitors see. Its id is the public id. */
interface SourceColumns {
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
  /** Path of the photograph that it was made from, `/media/still/…`; empty if there is none. */
  source_url_image: string
  source_url_source: string
  /** `YYYY-MM-DD` on which the original was filmed or photographed; empty if unknown. */
  date_created: ColumnType<string, string | undefined, string>
  category: string
  /** See search/index/popularity.ts; a new clip starts above the median. */
  popularity: number
  /** SHA-256 (hex) of the master; the same file twice is one clip. */
  content_hash: string
  /** When it was first published; for a draft, when it came in. */
  created: Instant
  /** Whether it was made with AI; null if unknown. */
  ai: ColumnType<Flag | null, Flag | null | undefined, Flag | null>
}

/** The catalogue: one row per source, whether visitors see it or not. */
export interface LibraryTable extends SourceColumns {
  state: ColumnType<LibraryState, LibraryState | undefined, LibraryState>
  /** When a draft is published automatically; null: only by hand. */
  publish_at: ColumnType<string | null, string | null | undefined, string | null>
  /** When it was put into the trash; its state is then `hidden`. */
  trashed_at: ColumnType<string | null, string | null | undefined, string | null>
  /** The state that it had. */
  trashed_from: ColumnType<LibraryState | null, LibraryState | null | undefined, LibraryState | null>
  /** Raised by every edit, so that none silently overwrites another. */
  version: ColumnType<number, number | undefined, number>
  /** When it came in. */
  added: ColumnType<string, string | undefined, string>
  /** The original's folder below the one that was dropped or ingested, with `/`; empty at the top. */
  folder: ColumnType<string, string | undefined, string>
  updated: ColumnType<string, string | undefined, string>
  /** All downloads, counted hourly. */
  downloads: ColumnType<number, number | undefined, number>
}

/** A view: the published rows of `library`. */
export type SourcesView = {
  [Column in keyof SourceColumns]: ColumnType<SelectType<SourceColumns[Column]>, never, never>
}

type Credentials = 'none' | 'dropped' | ''

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
  /** Frames a second of the full rendition. */
  frame_rate: number
  /** Bits a second of the full rendition. */
  bit_rate: number
  /** Storage key of the full rendition, never public. */
  cloudpath: string
  /** Bytes of the full rendition. */
  byte_size: number
  modifier_model: string
  modifier_company: string
  /** `YYYY-MM-DD` on which the motion was made; empty if unknown. */
  modifier_date: ColumnType<string, string | undefined, string>
  /** Licence of the photograph that it was made from, and its address. */
  still_license: ColumnType<string, string | undefined, string>
  still_license_url: ColumnType<string, string | undefined, string>
  /** Whether the master carries C2PA credentials; empty if nobody has looked. */
  content_credentials: ColumnType<Credentials, Credentials | undefined, Credentials>
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
  /** See domain/look/seam.ts; null: not measured yet, negative: its film does not decode. */
  seam: ColumnType<number | null, number | null | undefined, number | null>
  /** Second of the film that the poster shows; null: chosen by the renderer. */
  poster_at: ColumnType<number | null, number | null | undefined, number | null>
  /** Second at which the hover preview starts; null: the first. */
  preview_at: ColumnType<number | null, number | null | undefined, number | null>
  original_filename: string
  /** JSON of Master (domain/clips/file-kinds.ts); null: the original is not kept, or is a photograph. */
  master: ColumnType<JsonText | null, JsonText | null | undefined, JsonText | null>
  /** Around which crops lie, 0 to 1. */
  crop_x: ColumnType<number, number | undefined, number>
  crop_y: ColumnType<number, number | undefined, number>
  created: Instant
}

/** A file of a clip that is made when somebody asks for it. */
export interface RenditionsTable {
  id: Generated<number>
  source_id: number
  /** That of the `medias` that it is made of. */
  cloudpath: string
  kind: MadeKind
  /** What else decides it: the centre of a crop. */
  params: string
  storage_key: string
  state: 'making' | 'ready' | 'failed'
  /** Estimated until it is ready, as are the bytes. */
  width: number
  height: number
  bytes: number
  /** When it was last asked for; for a failed one, when it failed. */
  used: Instant
}

/** Who asked for a file that is being made. */
interface RenditionWaitsTable {
  rendition_id: number
  user_id: number
  asked: Instant
}

/** What a clip looks like, taken from its poster and preview. */
interface ClipLooksTable {
  source_id: number
  /** That of the `medias` that it was taken from. */
  poster_base: string
  /** LOOK_VERSION. */
  version: number
  /** JSON array of Colour. */
  colours: JsonText
  /** Bits of SHADES. */
  shades: number
  /** Empty if the files do not decode. */
  layout: string
}

interface SetColumns {
  id: Generated<number>
  /** Lower case, dashes for spaces; the `{id}` of the public paths. */
  slug: string
  /** As the builder typed it. */
  name: string
  /** The maker's description in one language; plain text with line breaks. */
  description: ColumnType<string, string | undefined, string>
  created_by: number | null
  /** Path of the contact sheet for link previews; empty until it is made. */
  og_image_url: ColumnType<string, string | undefined, string>
  views: ColumnType<number, number | undefined, number>
  downloads: ColumnType<number, number | undefined, number>
  created: Instant
}

interface PromotionsTable extends SetColumns {
  /** Ending a promotion early moves this. */
  expires_at: Instant
}

interface SetSource {
  source_id: number
  /** From 0, in the order chosen; removing a clip leaves a gap. */
  position: number
}

/** A person's private collection. */
interface BoardsTable {
  id: Generated<number>
  user_id: number
  name: string
  /** The secret of the link that shows it; null while there is none. */
  link: string | null
  /** Whether the link shows the notes, too: 1 or 0. */
  shows_notes: ColumnType<number, number | undefined, number>
  created: Instant
}

interface BoardSourcesTable extends SetSource {
  board_id: number
  note: ColumnType<string, string | undefined, string>
}

/** Queued and recurring jobs, taken by lease, so that another process takes over a killed one's job. */
interface JobsTable {
  id: Generated<number>
  kind: string
  /** At most one unfinished job per key; null: any number. */
  unique_key: string | null
  payload: JsonText
  /** What a recurring job's last run returned, such as a cursor. */
  state: JsonText
  run_at: Instant
  attempts: ColumnType<number, number | undefined, number>
  /** The holder must finish or renew the lease by then. */
  locked_until: Instant | null
  locked_by: string | null
  last_error: string | null
  created: Instant
  finished_at: Instant | null
}

/** Views of a clip's page by day; a job computes popularity from them. */
interface SourceViewsTable {
  source_id: number
  /** `YYYY-MM-DD`, UTC. */
  day: string
  views: number
}

/** Tags that every process must drop from its page cache; see server/cache-invalidation.ts. */
interface InvalidationsTable {
  id: Generated<number>
  tag: string
  /** By the database's clock, since those of processes differ. */
  created: Instant
}

export interface Database
  extends AccountTables,
    BillingTables,
    SearchTables,
    SetupTables,
    ShopTables,
    StudioTables {
  categories: CategoriesTable
  category_moves: CategoryMovesTable
  library: LibraryTable
  sources: SourcesView
  medias: MediasTable
  clip_looks: ClipLooksTable
  renditions: RenditionsTable
  rendition_waits: RenditionWaitsTable
  promotions: PromotionsTable
  promotion_sources: SetSource & { promotion_id: number }
  collections: SetColumns
  collection_sources: SetSource & { collection_id: number }
  boards: BoardsTable
  board_sources: BoardSourcesTable
  jobs: JobsTable
  source_views: SourceViewsTable
  invalidations: InvalidationsTable
}

/** A handle or a transaction. */
export type Db = Kysely<Database>

export type Trx = Transaction<Database>
