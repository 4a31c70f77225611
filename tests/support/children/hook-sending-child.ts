// Sends the due events of a database (JSON) to hosts on this machine, until it is killed; its clock is milliseconds ahead.
import { EventEmitter } from 'node:events'
import { sealedSecrets } from '#server/accounts/factors/sealed-secrets.ts'
import { openDatabase } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { dueHooksJob, sendHooksJob } from '#server/hooks/hook-jobs.ts'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { openLogger } from '#server/logger.ts'

const ahead = Number(process.argv[3] ?? 0)
const deps = {
  db: await openDatabase(JSON.parse(process.argv[2] ?? '')),
  ...{ log: openLogger('silent'), now: () => new Date(Date.now() + ahead), events: new EventEmitter() },
  secrets: sealedSecrets(['k'.repeat(43)]),
  site: { url: new URL('https://nagare.example') },
  privateReceivers: ['127.0.0.1'],
} as unknown as Deps
runJobs(deps, [{ ...dueHooksJob, everySeconds: 0.05 }, sendHooksJob], { pollMs: 10, leaseSeconds: 2 })
