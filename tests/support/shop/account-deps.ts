import { EventEmitter } from 'node:events'
import { tmpdir } from 'node:os'
import type { Kysely } from 'kysely'
import { sealedSecrets } from '#server/accounts/factors/sealed-secrets.ts'
import { operatorEnvironment, parseConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { openRateLimits } from '#server/limits/rate-limits.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { watchedLogger } from '../leaks/watched-log.ts'
import { mailbox, sendQueued } from '../mail/mails.ts'

export interface Accounts {
  deps: Deps
  /** Sends queued mails and returns all since the last call. */
  post(): Promise<Mail[]>
  /** Moves the clock. */
  pass(ms: number): void
  /** Log lines. */
  logged: string[]
}

/** Deps of the account functions: this database, a mailbox, a movable clock. */
export function accountsOn(db: Kysely<Database>): Accounts {
  let at = Date.now()
  const logged: string[] = []
  const { mailer, mails } = mailbox()
  const deps: Deps = {
    db,
    mailer,
    secrets: sealedSecrets(['k'.repeat(43)]),
    payments: { mode: 'off' },
    visitorSecret: 'of the tests',
    files: { dataDir: tmpdir() },
    backsUp: false,
    events: new EventEmitter(),
    now: () => new Date(at),
    log: watchedLogger('trace', { write: (line) => logged.push(line) }),
    rateLimits: openRateLimits(db),
    site: parseConfig(operatorEnvironment({ SITE_URL: 'https://nagare.example' })).site,
    refreshShop: async () => {},
    get storage(): never {
      throw new Error('accounts store no files')
    },
    get uploads(): never {
      throw new Error('accounts take no files')
    },
  }
  return {
    deps,
    logged,
    pass(ms) {
      at += ms
    },
    async post() {
      await sendQueued(deps)
      return mails.splice(0)
    },
  }
}
