import * as z from 'zod/mini'

export const CHART_DAYS = [30, 90, 365] as const
export type ChartDays = (typeof CHART_DAYS)[number]
/** Rows are counted up to this number; a figure that reaches it says "at least". */
export const MOST_COUNTED = 10_000

export const OverviewQuery = z.object({
  days: z._default(z.optional(z.pipe(z.coerce.number(), z.literal([...CHART_DAYS]))), 30),
})
export type OverviewQuery = z.infer<typeof OverviewQuery>

const count = z.int().check(z.nonnegative())

/** Jobs of one kind or of all: `waiting` are due now or later, `failing` will be retried, `given_up` will not. */
const Queue = z.object({ waiting: count, running: count, failing: count, given_up: count })
export type Queue = z.infer<typeof Queue>

/** An amount per month in the currency's smallest unit, such as cents. */
const Money = z.object({ currency: z.string(), amount: count })

/** One number for each day of `days`; null before the job counted that day. */
const series = z.array(z.nullable(z.int()))

/** Figures for the admin only. */
const Business = z.object({
  /** When the figures were counted; null before the first time. */
  counted: z.nullable(z.iso.datetime()),
  /** In the chosen days, and in the same number of days before. */
  new_members: z.object({ now: count, before: count }),
  ended: z.object({ now: count, before: count }),
  downloads: z.object({ now: count, before: count }),
  members: z.object({ free: count, pro: count, early_adopter: count }),
  /** Cancelled subscriptions that still run. */
  ending: count,
  /** From subscriptions that will be charged again; a yearly one counts a twelfth. */
  income: z.array(Money),
  /** Live subscriptions without a simple price; no amount includes them. */
  unpriced: count,
  disk: z.object({
    /** Bytes of the file system that holds DATA_DIR. */
    free: count,
    total: count,
    /** Bytes of all full films, wherever they are stored; null until counted. */
    films: z.nullable(count),
    /** When many films were counted; null for few, whose figure is of this moment. */
    films_counted: z.nullable(z.iso.datetime()),
    /** Bytes of the SQLite file; null with PostgreSQL. */
    database: z.nullable(count),
  }),
  /** The last backup; null if there has been none. */
  backup: z.nullable(z.object({ at: z.iso.datetime(), bytes: z.optional(count) })),
  /**
   * `damaged`: the last backup found the database damaged. `unproven`: the newest one could not be restored for a test.
   * `late`: none succeeded in the last 26 hours.
   */
  backup_trouble: z.nullable(z.enum(['damaged', 'unproven', 'failed', 'late'])),
  charts: z.object({
    /** `YYYY-MM-DD`, oldest first. */
    days: z.array(z.string()),
    /** Whose days they are, such as `Asia/Tokyo`. */
    time_zone: z.string(),
    new_members: series,
    ended: series,
    downloads: series,
    paying: series,
    income: z.array(z.object({ currency: z.string(), amounts: series })),
  }),
})
export type Business = z.infer<typeof Business>

export const Overview = z.object({
  library: z.object({ published: count, draft: count, hidden: count }),
  jobs: Queue,
  ingest: Queue,
  mails: Queue,
  /** Null for editors. */
  business: z.nullable(Business),
})
export type Overview = z.infer<typeof Overview>

export const FailedJob = z.object({
  id: z.int(),
  kind: z.string(),
  /** A recurring job is retried until it succeeds, and cannot be dismissed. */
  recurring: z.boolean(),
  /** `givenUp` has lost its payload, and can only be dismissed. */
  state: z.enum(['failing', 'givenUp']),
  attempts: count,
  error: z.string(),
  created: z.iso.datetime(),
  /** When it is retried; null if never. */
  next: z.nullable(z.iso.datetime()),
})
export type FailedJob = z.infer<typeof FailedJob>

export const FailedJobs = z.object({ jobs: z.array(FailedJob), more: z.boolean() })
export type FailedJobs = z.infer<typeof FailedJobs>

export const JobParams = z.object({ id: z.coerce.number().check(z.int(), z.positive()) })
