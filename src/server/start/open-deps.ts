import { createHmac } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { sealedSecrets } from '#server/accounts/factors/sealed-secrets.ts'
import { openPayments } from '#server/billing/payments.ts'
import type { Config } from '#server/config/config.ts'
import { absentDatabase, openDatabase } from '#server/db/connect.ts'
import { openClock } from '#server/db/database-clock.ts'
import type { Deps } from '#server/deps.ts'
import { openRateLimits } from '#server/limits/rate-limits.ts'
import { openLogger } from '#server/logger.ts'
import { outboxMailer } from '#server/mail/outbox-mailer.ts'
import { smtpMailer } from '#server/mail/smtp-mailer.ts'
import { openStorage } from '#server/media/open-storage.ts'
import type { Storage } from '#server/media/storage.ts'
import { startPolling } from '#server/poll.ts'
import { openModel } from '#server/proposals/text-model.ts'
import { followShop } from '#server/shop/live-shop.ts'
import { openUploads } from '#server/uploads/uploads.ts'

/** How long the clock goes on without asking the database. */
const CLOCK_MS = 5_000

/**
 * Opens a process's dependencies, once. Does not migrate. `close()` closes them all. @param machine the machine's clock
 * @param lenient a database or store that cannot be opened gives its error to whoever uses it
 */
export async function openDeps(
  config: Config,
  machine = () => new Date(),
  { lenient = false } = {},
): Promise<Deps & { close(): Promise<void> }> {
  const { database, dataDir, mail, mediaKeys } = config
  const site = { ...config.site }
  const log = openLogger(config.logLevel)
  const now = () => clock.now()
  const unless =
    <T>(absent: (error: unknown) => T) =>
    (error: unknown) => {
      if (lenient) return absent(error)
      throw error
    }
  const storage = await openStorage(config.storage, { keys: mediaKeys, now }).catch(unless(absentStorage))
  const secrets = sealedSecrets(mediaKeys)
  const db = await openDatabase(database).catch(unless(absentDatabase))
  const clock = await openClock(db, { machine }).catch(
    unless(() => ({ now: machine, adjust: async () => {} })),
  )
  const asking =
    database.engine === 'postgres'
      ? startPolling(clock.adjust, { name: 'database clock', everyMs: CLOCK_MS, log })
      : undefined
  const deps: Deps = {
    ...{ db, storage, secrets, log, site, now },
    uploads: openUploads(config, { db, storage }),
    rateLimits: openRateLimits(db),
    mailer: mail.driver === 'smtp' ? smtpMailer(mail) : outboxMailer({ ...mail, now }),
    payments: openPayments(config.payments),
    model: config.model && openModel(config.model),
    events: new EventEmitter(),
    visitorSecret: createHmac('sha256', mediaKeys[0]!).update('visitors').digest('hex'),
    files: { dataDir, ...(database.engine === 'sqlite' && { databaseFile: database.file }) },
    privateReceivers: config.privateReceivers,
    backsUp: config.backup.target !== undefined,
    refreshShop: followShop({ db, log, site, storage, now }),
  }
  const close = async () => {
    await asking?.stop()
    await db.destroy()
  }
  return { ...deps, close }
}

function absentStorage(error: unknown): Storage {
  return new Proxy({} as Storage, {
    get(_, name) {
      // What is awaited is asked whether it is a promise.
      if (name !== 'then') throw error
    },
  })
}
