/** Days that records are kept. The deleting jobs and the privacy page both read these. */
export const RETENTION_DAYS = {
  /** A sign-in that is not used. */
  idleSessions: 14,
  /** A sign-in, even if used. */
  sessions: 60,
  knownDevices: 180,
  /** Links in mails after they expire, and mails that were given up. */
  mails: 30,
  /** Clicks on search results. */
  resultClicks: 180,
  clicks: 400,
  /** Hashes for telling visitors' searches apart. */
  searchVisits: 7,
  searches: 400,
  uploads: 90,
  bulkChanges: 30,
  /** Labels of revoked tester keys. Operators write names there. */
  testerLabels: 90,
  /** A program's key after it was revoked or expired; the log has its name so long. */
  endedKeys: 90,
  /** Stripe lists events for 30 days and does not resend them after that. */
  stripeEvents: 40,
  /** Events that were sent to the operator's own programs. */
  hookDeliveries: 7,
  failedCheckouts: 90,
  /** Payments of deleted accounts; ten years is the longest period in Japanese tax law. */
  payments: 3653,
} as const

interface RetainedRecord {
  tables: readonly string[]
  /** Days from the event in `ends`; absent: until the end of the account, or of a short window. */
  days?: number
  /** Kinds of the jobs that delete it; without one it goes with the account, or stays. */
  jobs: readonly string[]
  /** The legal basis. */
  basis: 'contract' | 'security' | 'interest' | 'law'
}

/** Personal data that is kept. Each table of the database is here, or in IMPERSONAL. */
export const RECORDS = {
  account: {
    tables: ['users', 'likes', 'boards', 'board_sources', 'testers', 'rendition_waits'],
    jobs: [],
    basis: 'contract',
  },
  factors: {
    tables: ['passkeys', 'authenticator_apps', 'recovery_codes', 'factor_challenges'],
    jobs: ['accounts.factorUpkeep'],
    basis: 'security',
  },
  keys: {
    tables: ['api_keys'],
    days: RETENTION_DAYS.endedKeys,
    jobs: ['privacy.forget'],
    basis: 'contract',
  },
  sessions: {
    tables: ['sessions', 'access_tokens'],
    days: RETENTION_DAYS.idleSessions,
    jobs: ['accounts.cleanSessions'],
    basis: 'contract',
  },
  devices: {
    tables: ['known_devices'],
    days: RETENTION_DAYS.knownDevices,
    jobs: ['accounts.cleanSessions'],
    basis: 'security',
  },
  limits: {
    tables: ['rate_limits'],
    days: 1,
    jobs: ['accounts.cleanSessions'],
    basis: 'security',
  },
  mails: {
    tables: ['mail_tokens', 'jobs'],
    days: RETENTION_DAYS.mails,
    jobs: ['mail.clean'],
    basis: 'contract',
  },
  clicks: {
    tables: ['activities'],
    days: RETENTION_DAYS.clicks,
    jobs: ['privacy.forget', 'search.choices'],
    basis: 'interest',
  },
  visits: {
    tables: ['demand_visits'],
    days: RETENTION_DAYS.searchVisits,
    jobs: ['demand.searches'],
    basis: 'interest',
  },
  searches: {
    tables: ['demand_searches', 'demand_days', 'demand_figures'],
    days: RETENTION_DAYS.searches,
    jobs: ['demand.searches'],
    basis: 'interest',
  },
  licences: {
    tables: ['downloads'],
    jobs: [],
    basis: 'contract',
  },
  payments: {
    tables: ['stripe_customers', 'subscriptions', 'checkout_sessions', 'subscription_tickets'],
    days: RETENTION_DAYS.payments,
    jobs: ['privacy.forget', 'billing.clean'],
    basis: 'law',
  },
  events: {
    tables: ['stripe_events'],
    days: RETENTION_DAYS.stripeEvents,
    jobs: ['billing.clean'],
    basis: 'contract',
  },
  uploads: {
    tables: ['uploads'],
    days: RETENTION_DAYS.uploads,
    jobs: ['uploads.clean'],
    basis: 'contract',
  },
  changes: {
    tables: ['bulk_operations'],
    days: RETENTION_DAYS.bulkChanges,
    jobs: ['privacy.forget'],
    basis: 'interest',
  },
  testerKeys: {
    tables: ['tester_keys'],
    days: RETENTION_DAYS.testerLabels,
    jobs: ['privacy.forget'],
    basis: 'interest',
  },
  hooks: {
    tables: ['hook_deliveries'],
    days: RETENTION_DAYS.hookDeliveries,
    jobs: ['privacy.forget'],
    basis: 'interest',
  },
  sets: {
    tables: ['promotions', 'collections'],
    jobs: [],
    basis: 'contract',
  },
  wishes: {
    tables: ['wishes', 'search_rules'],
    jobs: [],
    basis: 'interest',
  },
  log: {
    tables: ['audit_records', 'shop_versions', 'shop_drafts'],
    jobs: [],
    basis: 'security',
  },
  creators: {
    tables: ['library', 'creator_downloads', 'search_creators'],
    jobs: [],
    basis: 'contract',
  },
} as const satisfies Record<string, RetainedRecord>

export type RecordName = keyof typeof RECORDS

/** Tables without personal data. */
export const IMPERSONAL: readonly string[] = [
  'shop_pictures',
  ...[
    'categories',
    'category_moves',
    'medias',
    'clip_looks',
    'renditions',
    'promotion_sources',
    'collection_sources',
    'tester_spots',
  ],
  ...['source_views', 'source_previews', 'clip_figures', 'daily_figures', 'wish_clips', 'operations'],
  ...['bulk_changes', 'bulk_wanted', 'publish_failures', 'invalidations', 'upload_pieces', 'proposals'],
  ...['plan_prices', 'setup_codes', 'setup_steps', 'stripe_setup'],
  ...['legal_versions', 'hooks'],
  // The search index holds texts of clips, and choices of at least three people.
  ...['source_ranks', 'source_words', 'source_texts', 'source_search', 'search_words', 'search_keywords'],
  ...['search_state', 'search_choices', 'search_changes'],
]
