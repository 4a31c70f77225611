import type { ColumnType, Generated } from 'kysely'
import type { PROPOSAL_STATES, ProposalFailure } from '#domain/studio/clip/proposal.ts'
import type { RuleKind } from '#domain/studio/demand/rule-kinds.ts'
import type { HookEvent } from '#domain/studio/hook-events.ts'
import type { UploadKind } from '#domain/studio/uploads/upload-kinds.ts'
import type { UploadReason, UploadState } from '#domain/studio/uploads/upload-states.ts'
import type { Flag, Instant, JsonText } from './column-types.ts'

/** The keys that searches are counted by; see server/demand. */
interface SearchCounts {
  visitors: number
  /** Visitors who saw fewer than five clips. */
  little: number
  /** Visitors who opened a clip from the results. */
  clicked: number
}

export interface DemandTables {
  /** A visitor's search on a day. Holds hashes only; deleted after a week. */
  demand_visits: {
    /** Hash of visitor and text, with the day's key. */
    visit: string
    /** Hash of the text, with the day's key, until the text is kept. */
    query: string | null
    /** `YYYY-MM-DD`, UTC. */
    day: string
    locale: 'en' | 'ja'
    little: Flag
    clicked: Flag
    /** Whether it is the visitor's first visit with this text within the week. */
    is_new: Flag
  }

  /** Texts that three different visitors searched. */
  demand_searches: {
    /** See queryKey. */
    text: string
    created: Instant
    /** Whether its figures must be summed again. */
    stale: Flag
    /** Number of clips that have every word; null until counted. */
    stock: number | null
    stock_at_least: ColumnType<Flag, Flag | undefined, Flag>
    /** Empty until counted. */
    counted_at: ColumnType<Instant | '', Instant | '' | undefined, Instant | ''>
  }

  demand_days: SearchCounts & { text: string; day: string; locale: 'en' | 'ja' }

  /** Sums of `demand_days` for the last `days`; locale '' is both languages. */
  demand_figures: SearchCounts & { text: string; days: number; locale: '' | 'en' | 'ja' }

  /** Hover previews that played, by day. */
  source_previews: { source_id: number; day: string; previews: number }

  /** A clip's events in the last `days`; no row without events. */
  clip_figures: {
    source_id: number
    days: number
    views: number
    previews: number
    likes: number
    downloads: number
  }

  /** Downloads of a month (`YYYY-MM`, UTC) by the clips' creator. */
  creator_downloads: {
    month: string
    user_name: string
    downloads: number
    clips: number
  }

  wishes: {
    id: Generated<number>
    /** A searched text (queryKey). */
    text: string
    note: string
    status: 'wanted' | 'filming' | 'filled'
    created_by: number | null
    created: Instant
    updated: Instant
  }

  /** Clips that fill a wish; a clip's row may outlive it. */
  wish_clips: { wish_id: number; source_id: number; linked: Instant }

  /** What the operator teaches search; see search/rules. */
  search_rules: {
    id: Generated<number>
    kind: RuleKind
    /** Both as searched texts (queryKey); a pin has clips instead of a target. */
    word: string
    target: string
    /** JSON array of ids, in order. A clip may be gone. */
    clips: JsonText
    until: Instant | null
    created_by: number | null
    created: Instant
  }
}

export interface OverviewTables {
  /** A day's counts, and states at its end; see server/overview. */
  daily_figures: { name: string; day: string; value: number }

  /**
   * What the installation knows of itself: its last `backup`, whether the studio asks for `secondFactors`, and the
   * version of the `searchRules`.
   */
  operations: { key: string; value: JsonText }
}

/** A file on its way into the library. Times are the database's, since processes compare them. */
interface UploadsTable {
  /** The id in tus: 32 hex digits. */
  id: string
  /** Files that were dropped together; null: a single file. */
  batch: ColumnType<string | null, string | null | undefined, never>
  /** Whether the batch is complete. */
  closed: ColumnType<Flag, Flag | undefined, Flag>
  /** Null for the command line and deleted accounts. */
  user_id: number | null
  file_name: string
  /** Path below the dropped folder, with `/`; empty at its top. */
  folder: ColumnType<string, string | undefined, string>
  kind: UploadKind
  bytes: number
  /** Bytes that are stored, from the start without gaps; written by the holder of the lease only. */
  received: ColumnType<number, number | undefined, number>
  /** Hex; first the browser's claim, from the probe on the real one; empty if unknown. */
  sha256: ColumnType<string, string | undefined, string>
  /** Where the bytes are: among the uploads, in `original/<sha256>`, or deleted. */
  held: ColumnType<'upload' | 'original' | 'none', 'upload' | 'original' | undefined, 'upload' | 'none'>
  state: ColumnType<UploadState, UploadState | undefined, UploadState>
  stage: ColumnType<string, string | undefined, string>
  /** Finished share of the worker's work, 0 to 1. */
  ratio: ColumnType<number, number | undefined, number>
  /** Path of a small poster, or empty. */
  poster: ColumnType<string, string | undefined, string>
  reason: ColumnType<UploadReason | null, UploadReason | null | undefined, UploadReason | null>
  reason_text: ColumnType<string, string | undefined, string>
  /** What became of a sheet, as JSON (SheetResult). */
  sheet: ColumnType<string | null, undefined, string>
  /** The program's key that sent it; null: no program. */
  api_key: ColumnType<number | null, number | null | undefined, never>
  /** State of the new clip. */
  target: ColumnType<'draft' | 'published', 'draft' | 'published' | undefined, never>
  /** The clip it became, was already, or replaces. */
  source_id: ColumnType<number | null, number | null | undefined, number | null>
  replaces: ColumnType<number | null, number | null | undefined, number | null>
  created: Instant
  updated: Instant
  finished: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
  /** Number of the last request that asked to write, and of the one that may; 0: none. See uploads/upload-lease.ts. */
  lease_asked: ColumnType<number, undefined, number>
  lease: ColumnType<number, undefined, number>
  /** How often it arrived damaged and was sent again. */
  restarts: ColumnType<number, undefined, number>
}

/** Objects in the bucket that together are an upload, without gaps. */
interface UploadPiecesTable {
  upload_id: string
  /** Offset in the upload. */
  start: number
  bytes: number
  /** The lease under which it was written; part of its key. */
  lease: number
}

export interface UploadTables {
  uploads: UploadsTable
  upload_pieces: UploadPiecesTable
}

/** A change of many clips at once. */
interface BulkOperationsTable {
  id: Generated<number>
  /** Who ordered it; null for a deleted account. */
  user_id: number | null
  /** The program's key that ordered it; null: no program. */
  api_key: ColumnType<number | null, number | null | undefined, never>
  /** What to do; see contract/studio/library.ts. */
  change: JsonText
  /** JSON array of the clips, in the order of work. */
  ids: JsonText
  total: number
  /** How many of them are done, whether changed or not. */
  position: ColumnType<number, number | undefined, number>
  changed: ColumnType<number, number | undefined, number>
  unchanged: ColumnType<number, number | undefined, number>
  /** How many were refused, by reason. */
  refused: ColumnType<string, string | undefined, string>
  /** The operation that this one takes back, and the one that took this back. */
  undoes: number | null
  undone_by: ColumnType<number | null, undefined, number>
  created: Instant
  finished: ColumnType<string | null, string | null | undefined, string>
  /** How often it failed as a whole. */
  tries: ColumnType<number, number | undefined, number>
  /** JSON array of the first clips that could not be changed: `id` and `error`. */
  failed: ColumnType<string, string | undefined, string>
}

/** A publication time at which a clip could not be published. It no longer counts once the clip has another time. */
interface PublishFailuresTable {
  source_id: number
  publish_at: Instant
  tries: number
  /** Null: given up. */
  retry_at: Instant | null
  error: string
}

/** What a bulk operation changed in a clip, for undo. */
interface BulkChangesTable {
  operation_id: number
  source_id: number
  /** JSON of the former values. */
  before: JsonText
  /** The clip's version after; another version means that it was changed since. */
  version: number
}

/** A sheet's changes to a clip. */
interface BulkWantedTable {
  operation_id: number
  source_id: number
  /** The changed columns; lists as arrays. */
  wanted: JsonText
  /** The clip's version at the preview of the sheet. */
  version: number
}

export interface BulkTables {
  bulk_wanted: BulkWantedTable
  bulk_operations: BulkOperationsTable
  bulk_changes: BulkChangesTable
  publish_failures: PublishFailuresTable
}

/** Texts that a model proposes for a clip. */
interface ProposalsTable {
  source_id: number
  state: (typeof PROPOSAL_STATES)[number]
  /** What no editor has decided on, and what one has dismissed (ProposedTexts). */
  proposed: ColumnType<JsonText, JsonText | undefined, JsonText>
  dismissed: ColumnType<JsonText, JsonText | undefined, JsonText>
  reason: ColumnType<ProposalFailure | null, ProposalFailure | null | undefined, ProposalFailure | null>
  reason_text: ColumnType<string, undefined, string>
  /** Of all calls. */
  input_tokens: ColumnType<number, undefined, number>
  output_tokens: ColumnType<number, undefined, number>
  asked: Instant
}

/** An address that is told of events; secrets are sealed. */
interface HooksTable {
  id: Generated<number>
  url: string
  /** JSON array. */
  events: JsonText
  secret: string
  /** Signs too for a day after `rotated`. */
  old_secret: ColumnType<string | null, undefined, string | null>
  rotated: ColumnType<Instant | null, undefined, Instant | null>
  created: Instant
  last_success: ColumnType<Instant | null, undefined, Instant | null>
  /** When it was turned off. */
  off_since: ColumnType<Instant | null, undefined, Instant | null>
  /** After a failure; empty before the first. */
  rests_until: ColumnType<Instant | '', undefined, Instant | ''>
}

/** An event for one address. */
interface HookDeliveriesTable {
  id: Generated<number>
  hook_id: number
  /** The same on every try. */
  event_id: string
  type: HookEvent
  data: JsonText
  created: Instant
  /** Tried for a day from then on: when it was created, or sent again by hand. */
  queued: Instant
  /** When it is tried next; null: delivered or given up. */
  due: Instant | null
  attempts: ColumnType<number, undefined, number>
  /** Of the last try: when, the HTTP status (null: no answer), and the answer's first letters. */
  tried: ColumnType<Instant | null, undefined, Instant | null>
  status: ColumnType<number | null, undefined, number | null>
  answer: ColumnType<string, undefined, string>
}

export interface StudioTables extends BulkTables, DemandTables, OverviewTables, UploadTables {
  proposals: ProposalsTable
  hooks: HooksTable
  hook_deliveries: HookDeliveriesTable
}
