import type { ColumnType, Generated } from 'kysely'
import type { Flag, Instant, JsonText } from './column-types.ts'

/** What searches are counted by; see server/demand. */
interface SearchCounts {
  visitors: number
  /** Visitors who were shown fewer than five clips. */
  little: number
  /** Visitors who opened a clip from the results. */
  clicked: number
}

export interface DemandTables {
  /** A visitor's search of a day. Holds hashes only; deleted after a week. */
  demand_visits: {
    /** Of the visitor and the text, with the day's key. */
    visit: string
    /** Of the text, with the day's key, until the text is kept. */
    query: string | null
    /** `YYYY-MM-DD`, UTC. */
    day: string
    locale: 'en' | 'ja'
    little: Flag
    clicked: Flag
    /** Whether no earlier day of the week has a visit of the same visitor with the same text. */
    is_new: Flag
  }

  /** Texts that three different visitors searched. */
  demand_searches: {
    /** See queryKey. */
    text: string
    created: Instant
    /** Whether its figures need to be summed anew. */
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

  /** What happened to a clip in the last `days`; no row where nothing did. */
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
}

export interface OverviewTables {
  /** Counts of a day, and states at its end; see server/overview. */
  daily_figures: { name: string; day: string; value: number }

  /** What happened to the installation last, such as `backup`. */
  operations: { key: string; value: JsonText }
}

export interface StudioTables extends DemandTables, OverviewTables {}
