// Prints a line, then sends queued mails of a database (JSON) to the mail server on a port until killed.
import { EventEmitter } from 'node:events'
import { openDatabase } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { openLogger } from '#server/logger.ts'
import { smtpMailer } from '#server/mail/smtp-mailer.ts'
import { sendMailJob } from '#server/start/send-mail.ts'

const db = await openDatabase(JSON.parse(process.argv[2] ?? ''))
const smtp = { host: '127.0.0.1', port: Number(process.argv[3]), secure: false }
const deps = {
  db,
  log: openLogger('trace', process.stderr),
  now: () => new Date(),
  events: new EventEmitter(),
  site: { name: 'Nagare', url: new URL('https://nagare.example'), signupSurvey: false },
  mailer: smtpMailer({ smtp, from: { name: 'Nagare', address: 'no-reply@nagare.example' } }),
} as unknown as Deps
process.stdout.write('running\n')
runJobs(deps, [sendMailJob], { pollMs: 10, leaseSeconds: 1 })
// Keeps the process alive: job timers do not.
setInterval(() => {}, 60_000)
