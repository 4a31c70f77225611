import type { EventEmitter } from 'node:events'
import type { Logger } from 'pino'
import type { SealedSecrets } from './accounts/factors/sealed-secrets.ts'
import type { Payments } from './billing/payments.ts'
import type { CountCache } from './clips/count-cache.ts'
import type { Site } from './config/config.ts'
import type { Db } from './db/schema.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Storage } from './media/storage.ts'
import type { TextModel } from './proposals/text-model.ts'
import type { Uploads } from './uploads/uploads.ts'

/** Dependencies of use cases; opened once per process by start/open-deps.ts. */
export interface Deps {
  db: Db
  storage: Storage
  /** Encrypts secrets that must be readable again, such as those of authenticator apps. */
  secrets: SealedSecrets
  /** Files that are being added to the library. */
  uploads: Uploads
  log: Logger
  rateLimits: RateLimits
  /** Only for the mail job; everything else queues mails (mail/queue-mail.ts). */
  mailer: Mailer
  payments: Payments
  /** Proposes texts for clips; absent: nothing is sent to a model. */
  model?: TextModel | undefined
  /** `jobQueued`: start queued jobs now; emit it after the commit. `storageFull`: a write found the disk full. */
  events: EventEmitter<{ jobQueued: []; storageFull: [] }>
  /** Absolute URLs are built from its `url`, never from the Host header. The shop's own fields change in place. */
  site: Site
  /** Reads the newest version of the shop into `site`; see shop/live-shop.ts. */
  refreshShop(): Promise<void>
  /** Hashes visitors without storing who they are; see demand/visit-hashes.ts. The same in every process. */
  visitorSecret: string
  /** Files on this machine's disk; without `databaseFile` the database is PostgreSQL. */
  files: { dataDir: string; databaseFile?: string }
  /** Hosts to which webhooks may be sent although they are not public, or without https. */
  privateReceivers?: readonly string[]
  /** Whether the server backs itself up every day. */
  backsUp: boolean
  /** Only in a process that hears of changes in the library. */
  counts?: CountCache
  /** In development and tests: an answer that is not as the contract describes it is an error. */
  checksAnswers?: boolean
  /** The only clock, the database's (db/database-clock.ts), so that all servers have the same and tests can move it. */
  now: () => Date
}

/** What the use cases of billing get. */
export type BillingDeps = Pick<Deps, 'db' | 'log' | 'now' | 'site' | 'payments' | 'events'>
