export interface SearchTables {
  /** Clips by popularity, lowest rank first. Their filter columns and `source_search`, with tokens, are for raw SQL. */
  source_ranks: {
    rank: number
    source_id: number
  }

  /** The Japanese words of a clip's texts; see search/index/clip-words.ts. Kept when the index is rebuilt. */
  source_words: {
    source_id: number
    words: string
  }

  /** A clip's texts for scoring and related clips. */
  source_texts: {
    rank: number
    title_text: string
    keyword_text: string
    /** See search/index/likeness.ts. */
    likeness: string
  }

  /** Every Latin word and every Japanese dictionary form of the catalogue, and the number of clips that have it. */
  search_words: {
    /** Folded. Each part of speech of Japanese has one row. */
    word: string
    /** The index's token for the word. */
    stem: string
    /** The word backwards, for lookups by its end. */
    reversed: string
    /** Japanese only: the reading in hiragana, and its loose key (soundOf). Empty if unknown. */
    reading: string
    sound: string
    /** Japanese words with two kanji: the word without its kana (skeletonOf). Empty for others. */
    skeleton: string
    clips: number
  }

  /** Every keyword of the catalogue, once for each key that it can be looked up by (keysOf). */
  search_keywords: {
    key: string
    keyword: string
    locale: 'en' | 'ja'
    /** Japanese only: the loose key of its reading. Empty if unknown. */
    sound: string
    clips: number
  }

  /** The names that clips give their creators; spellings with the same key are one creator (creatorKey). */
  search_creators: {
    key: string
    name: string
    clips: number
  }
  /** The rebuild under way, the version of the index's synonym table, and the last full ranking. */
  search_state: {
    key: 'rebuild' | 'synonyms' | 'ranking' | 'tables'
    value: string
  }

  /** Clips that several people chose after a search; see search/choices. */
  search_choices: {
    /** The searched text (queryKey). */
    query_key: string
    source_id: number
    /** 0 to 1: the clip's share of all choices, smaller if there were few. */
    weight: number
    /** People who chose the clip; at least three. */
    people: number
  }

  /** Clips that changed since the rebuild under way began. */
  search_changes: {
    source_id: number
  }
}
