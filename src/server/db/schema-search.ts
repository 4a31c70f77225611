/**
 * A clip's place by popularity, lowest first, with what it can be narrowed by. The tokens are in
 * `source_search`, read by raw SQL: on SQLite a contentless FTS5 table whose row id is the rank, on PostgreSQL a
 * table of rank and tokens (tsvector).
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

/** What scoring and related clips read of a clip, apart from the rest, which is read far more often. */
export interface SourceTextsTable {
  rank: number
  title_text: string
  keyword_text: string
  /** See search/index/likeness.ts. */
  likeness: string
}

/** Every Latin word of the catalogue as written, with the stem that is indexed and the number of clips that say it. */
export interface SearchWordsTable {
  word: string
  stem: string
  /** The word backwards, so that it is found by its end. */
  reversed: string
  clips: number
}

/** Every keyword of the catalogue, once for each of its first words to begin with. */
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
