import type { ColumnType, Generated } from 'kysely'
import type { Instant, JsonText } from './column-types.ts'

export interface ShopTables {
  /** Published versions of the shop's settings; the highest number holds. */
  shop_versions: {
    number: Generated<number>
    /** A ShopDocument. */
    document: JsonText
    /** JSON array of the paths that changed. */
    changed: JsonText
    /** The version that this one brought back. */
    restored: ColumnType<number | null, number | null | undefined, never>
    /** Null for a deleted account. */
    user_id: number | null
    created: Instant
  }

  /** Own legal texts. */
  legal_versions: {
    document: 'terms' | 'privacy'
    /** The first day on which it holds, in UTC. */
    effective: string
    /** The whole words of both languages, as JSON; the terms' have the licence summary. */
    texts: JsonText
    /** Days before, from which members are told. */
    notice_days: number
    /** Accounts up to here have been told; null before that. */
    told_up_to: ColumnType<number | null, number | null | undefined, number>
    created: Instant
  }

  /** Pictures of the settings; the files are in the storage, below `shop/`. */
  shop_pictures: {
    /** Begins with a hash of the content. */
    name: string
    bytes: number
    created: Instant
  }

  /** The one draft, with id 1; no row before the first edit. */
  shop_drafts: {
    id: number
    document: JsonText
    /** Raised by every edit, so that none silently overwrites another. */
    revision: number
    user_id: number | null
    updated: Instant
  }
}
