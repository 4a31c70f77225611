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
  /** Stripe lists events for 30 days and does not resend them after that. */
  stripeEvents: 40,
  failedCheckouts: 90,
  /** Payments of deleted accounts; ten years is the longest period in Japanese tax law. */
  payments: 3653,
} as const

interface RetainedRecord {
  /** Columns with personal data, by table. */
  columns: Readonly<Record<string, readonly string[]>>
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
    columns: {
      users: [
        ...['name', 'email', 'email_normalised', 'new_email', 'password_hash', 'locale', 'early_pilot'],
        ...['survey_occupation', 'email_verified_at', 'granted_membership', 'granted_until', 'role'],
      ],
      likes: ['user_id', 'source_id'],
      testers: ['user_id', 'key_id', 'claimed_at'],
    },
    jobs: [],
    basis: 'contract',
  },
  factors: {
    columns: {
      passkeys: ['user_id', 'public_key', 'name', 'transports', 'last_used'],
      authenticator_apps: ['user_id', 'sealed_secret', 'last_used'],
      recovery_codes: ['user_id', 'code_hash'],
      factor_challenges: ['user_id', 'session_id'],
    },
    jobs: ['accounts.factorUpkeep'],
    basis: 'security',
  },
  sessions: {
    columns: {
      sessions: ['user_id', 'user_agent', 'created', 'rotated_at', 'revoked_at', 'password_at', 'factor_at'],
      access_tokens: ['user_id', 'session_id'],
    },
    days: RETENTION_DAYS.idleSessions,
    jobs: ['accounts.cleanSessions'],
    basis: 'contract',
  },
  devices: {
    columns: { known_devices: ['user_id', 'session_id'] },
    days: RETENTION_DAYS.knownDevices,
    jobs: ['accounts.cleanSessions'],
    basis: 'security',
  },
  limits: {
    columns: { rate_limits: ['key'] },
    days: 1,
    jobs: ['accounts.cleanSessions'],
    basis: 'security',
  },
  mails: {
    columns: { mail_tokens: ['user_id', 'email'], jobs: ['payload', 'last_error'] },
    days: RETENTION_DAYS.mails,
    jobs: ['mail.clean'],
    basis: 'contract',
  },
  clicks: {
    columns: { activities: ['user_id', 'label', 'meta'] },
    days: RETENTION_DAYS.clicks,
    jobs: ['privacy.forget', 'search.choices'],
    basis: 'interest',
  },
  visits: {
    columns: { demand_visits: ['visit', 'query'] },
    days: RETENTION_DAYS.searchVisits,
    jobs: ['demand.searches'],
    basis: 'interest',
  },
  searches: {
    columns: { demand_searches: ['text'], demand_days: ['text'], demand_figures: ['text'] },
    days: RETENTION_DAYS.searches,
    jobs: ['demand.searches'],
    basis: 'interest',
  },
  licences: {
    columns: { downloads: ['user_id', 'licensee_name', 'plan', 'user_name'] },
    jobs: [],
    basis: 'contract',
  },
  payments: {
    columns: {
      stripe_customers: ['id', 'user_id'],
      subscriptions: ['id', 'customer_id', 'user_id', 'status', 'plan', 'amount'],
      checkout_sessions: ['user_id', 'stripe_id', 'url', 'referral'],
      subscription_tickets: ['id'],
    },
    days: RETENTION_DAYS.payments,
    jobs: ['privacy.forget', 'billing.clean'],
    basis: 'law',
  },
  events: {
    columns: { stripe_events: ['object_id', 'payload'] },
    days: RETENTION_DAYS.stripeEvents,
    jobs: ['billing.clean'],
    basis: 'contract',
  },
  uploads: {
    columns: { uploads: ['user_id', 'file_name', 'folder', 'reason_text'] },
    days: RETENTION_DAYS.uploads,
    jobs: ['uploads.clean'],
    basis: 'contract',
  },
  changes: {
    columns: { bulk_operations: ['user_id', 'change'] },
    days: RETENTION_DAYS.bulkChanges,
    jobs: ['privacy.forget'],
    basis: 'interest',
  },
  testerKeys: {
    columns: { tester_keys: ['label'] },
    days: RETENTION_DAYS.testerLabels,
    jobs: ['privacy.forget'],
    basis: 'interest',
  },
  sets: {
    columns: {
      promotions: ['name', 'description', 'created_by'],
      collections: ['name', 'description', 'created_by'],
    },
    jobs: [],
    basis: 'contract',
  },
  wishes: {
    columns: { wishes: ['text', 'note', 'created_by'] },
    jobs: [],
    basis: 'interest',
  },
  log: {
    columns: { audit_records: ['actor', 'subject', 'user_id', 'detail'] },
    jobs: [],
    basis: 'security',
  },
  creators: {
    columns: { library: ['user_name'], creator_downloads: ['user_name'] },
    jobs: [],
    basis: 'contract',
  },
} as const satisfies Record<string, RetainedRecord>

export type RecordName = keyof typeof RECORDS

/** Tables without personal data. */
export const IMPERSONAL: readonly string[] = [
  ...['categories', 'category_moves', 'medias', 'promotion_sources', 'collection_sources', 'tester_spots'],
  ...['source_views', 'source_previews', 'clip_figures', 'daily_figures', 'wish_clips', 'operations'],
  ...['bulk_changes', 'bulk_wanted', 'publish_failures', 'invalidations', 'upload_pieces'],
  // The search index holds texts of clips, and choices of at least three people.
  ...['source_ranks', 'source_words', 'source_texts', 'source_search', 'search_words', 'search_keywords'],
  ...['search_state', 'search_choices', 'search_changes'],
]
