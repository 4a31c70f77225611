import type { ColumnType, Generated } from 'kysely'
import type { Instant } from './column-types.ts'

interface SetColumns {
  id: Generated<number>
  /** Lower case, dashes for spaces; the `{id}` of the public paths. */
  slug: string
  /** As the builder typed it. */
  name: string
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

type CollectionsTable = SetColumns

interface PromotionSourcesTable {
  promotion_id: number
  source_id: number
  /** From 0, in the order chosen; removing a clip leaves a gap. */
  position: number
}

interface CollectionSourcesTable {
  collection_id: number
  source_id: number
  /** From 0, in the order chosen; removing a clip leaves a gap. */
  position: number
}

export interface SetTables {
  promotions: PromotionsTable
  promotion_sources: PromotionSourcesTable
  collections: CollectionsTable
  collection_sources: CollectionSourcesTable
}
