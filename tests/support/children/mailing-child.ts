// Sends what is queued in the database given as JSON to the mail server on the port given, for ever, and says when it begins.
import { openDatabase } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { runQueue } from '#server/jobs/run-queue.ts'
import { openLogger } from '#server/logger.ts'
import { smtpMailer } from '#server/mail/smtp-mailer.ts'
import { sendMailJob } from '#server/start/send-mail.ts'

const db = await openDatabase(JSON.parse(process.argv[2] ?? ''))
const smtp = { host: '127.0.0.1', port: Number(process.argv[3]), secure: false }
const deps = {
  db,
  log: openLogger('trace', process.stderr),
  now: () => new Date(),
  site: { name: 'Nagare', url: new URL('https://nagare.example'), signupSurvey: false },
  mailer: smtpMailer({ smtp, from: { name: 'Nagare', address: 'no-reply@nagare.example' } }),
} as unknown as Deps
process.stdout.write('running\n')
runQueue(deps, [sendMailJob], { pollMs: 10, leaseSeconds: 1 })
// The queue alone would not keep the process.
setInterval(() => {}, 60_000)
