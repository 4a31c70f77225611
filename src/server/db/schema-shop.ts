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
