import { createHmac } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { sealedSecrets } from '#server/accounts/factors/sealed-secrets.ts'
import { openPayments } from '#server/billing/payments.ts'
import type { Config } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { openClock } from '#server/db/database-clock.ts'
import type { Deps } from '#server/deps.ts'
import { openRateLimits } from '#server/limits/rate-limits.ts'
import { openLogger } from '#server/logger.ts'
import { outboxMailer } from '#server/mail/outbox-mailer.ts'
import { smtpMailer } from '#server/mail/smtp-mailer.ts'
import { openStorage } from '#server/media/open-storage.ts'
import { startPolling } from '#server/poll.ts'
import { openUploads } from '#server/uploads/uploads.ts'

/** How long the clock goes on without asking the database. */
const CLOCK_MS = 5_000

/**
 * Opens a process's dependencies, once. Does not migrate. `close()` closes them all. @param machine the machine's clock
 */
export async function openDeps(
  config: Config,
  machine = () => new Date(),
): Promise<Deps & { close(): Promise<void> }> {
  const log = openLogger(config.logLevel)
  const now = () => clock.now()
  const storage = await openStorage(config.storage, { keys: config.mediaKeys, now })
  const secrets = sealedSecrets(config.mediaKeys)
  const db = await openDatabase(config.database)
  const clock = await openClock(db, { machine })
  const asking =
    config.database.engine === 'postgres'
      ? startPolling(clock.adjust, { name: 'database clock', everyMs: CLOCK_MS, log })
      : undefined
  const uploads = openUploads(config, { db, storage })
  const rateLimits = openRateLimits(db)
  const { mail } = config
  const mailer = mail.driver === 'smtp' ? smtpMailer(mail) : outboxMailer({ ...mail, now })
  const payments = openPayments(config.payments)
  const events = new EventEmitter() as Deps['events']
  const { site } = config
  const visitorSecret = createHmac('sha256', config.mediaKeys[0]!).update('visitors').digest('hex')
  const { database, dataDir } = config
  const files = { dataDir, ...(database.engine === 'sqlite' && { databaseFile: database.file }) }
  const deps = {
    db,
    storage,
    uploads,
    secrets,
    log,
    rateLimits,
    mailer,
    payments,
    events,
    site,
    visitorSecret,
    files,
    backsUp: config.backup.target !== undefined,
    now,
  }
  const close = async () => {
    await asking?.stop()
    await db.destroy()
  }
  return { ...deps, close }
}
