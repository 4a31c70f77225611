// Takes the job "test" of a database (JSON), prints a line and never finishes it.
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { openLogger } from '#server/logger.ts'

const db = await openDatabase(JSON.parse(process.argv[2] ?? ''))
const deps = {
  db,
  log: openLogger('trace', process.stderr),
  now: () => new Date(),
  events: new EventEmitter(),
} as Deps
const run = async () => {
  process.stdout.write('running\n')
  await sleep(600_000)
}
runJobs(deps, [{ kind: 'test', everySeconds: 3600, run }], { pollMs: 10, leaseSeconds: 2 })
