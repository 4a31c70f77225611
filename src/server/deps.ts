import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Payments } from './billing/payments.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/schema.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Storage } from './media/storage.ts'

/** What every use case is handed; opened once per process by openDeps() in open-deps.ts. */
export interface Deps {
  db: Kysely<Database>
  storage: Storage
  log: Logger
  rateLimits: RateLimits
  /** Used by the mail job alone: whatever wants a mail sent queues it (mail/queue-mail.ts). */
  mailer: Mailer
  payments: Payments
  /** Name and address that visitors see; absolute URLs are built from it, never from the Host header. */
  site: Config['site']
  /** The only source of time, so that tests can move it. */
  now: () => Date
}
