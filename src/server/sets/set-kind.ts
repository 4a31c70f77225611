import { SET_WORDS, type SetKind } from '#domain/sets/set-kind.ts'
import type { Site } from '#server/config/config.ts'
import type { Db } from '#server/db/schema.ts'

export const TABLES = { promotion: 'promotions', collection: 'collections' } as const

/** Rows of (set, clip, position) for one kind of set, or for people's private boards. */
export function membersOf(db: Db, kind: SetKind | 'board') {
  if (kind === 'board')
    return db.selectFrom('board_sources').select(['board_id as set_id', 'source_id', 'position'])
  return kind === 'promotion'
    ? db.selectFrom('promotion_sources').select(['promotion_id as set_id', 'source_id', 'position'])
    : db.selectFrom('collection_sources').select(['collection_id as set_id', 'source_id', 'position'])
}

/** Absolute URL of a set's page. */
export function setUrl({ site }: { site: Pick<Site, 'url'> }, kind: SetKind, slug: string): string {
  return new URL(`/${SET_WORDS[kind]}/${encodeURIComponent(slug)}`, site.url).href
}

/** Cache tag of the pages that show a set. Tags travel in a header, so Japanese is percent-encoded. */
export function setTag(slug: string): string {
  return `set:${encodeURIComponent(slug)}`
}
