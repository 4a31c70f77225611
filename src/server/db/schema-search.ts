/**
 * A clip's place by popularity, lowest first, and its filter columns. The tokens are in `source_search`, read by raw
 * SQL: on SQLite a contentless FTS5 table whose row id is the rank, on PostgreSQL a table with a tsvector.
 */
export interface SourceRanksTable {
  rank: number
  source_id: number
  category: string
  /** Place in ORIENTATIONS. */
  orientation: number
  /** Place in LICENSE_TYPES. */
  license_type: number
  /** Whole seconds, rounded. */
  seconds: number
}

/** A clip's texts for scoring and related clips. */
export interface SourceTextsTable {
  rank: number
  title_text: string
  keyword_text: string
  /** See search/index/likeness.ts. */
  likeness: string
}

/** Every Latin word of the catalogue, with its indexed stem and the number of clips that have it. */
export interface SearchWordsTable {
  word: string
  stem: string
  /** The word backwards, for lookups by its end. */
  reversed: string
  clips: number
}

/** Every keyword of the catalogue, once for each key that it can be looked up by (keysOf). */
export interface SearchKeywordsTable {
  key: string
  keyword: string
  locale: 'en' | 'ja'
  clips: number
}

/**
 * The rebuild under way, if any; the version of the synonym table that the index in use was made with; and the last
 * full ranking (see search/index/popularity.ts).
 */
export interface SearchStateTable {
  key: 'rebuild' | 'synonyms' | 'ranking'
  value: string
}

/** Clips that changed since the rebuild under way began. */
export interface SearchChangesTable {
  source_id: number
}

export interface SearchTables {
  source_ranks: SourceRanksTable
  source_texts: SourceTextsTable
  search_words: SearchWordsTable
  search_keywords: SearchKeywordsTable
  search_state: SearchStateTable
  search_changes: SearchChangesTable
}
