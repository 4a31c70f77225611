// Removes a clip (its id) of a database (JSON) and then its files in the bucket at a port, with a line as each begins.
import { EventEmitter } from 'node:events'
import { operatorEnvironment, parseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { removeClip } from '#server/library/remove-clip.ts'
import { openLogger } from '#server/logger.ts'
import { openStorage } from '#server/media/open-storage.ts'
import { removeFilesJob } from '#server/removal/remove-files.ts'

const [database, port, clip] = process.argv.slice(2).map((text) => JSON.parse(text))
const settings = { STORAGE_URL: `s3://clips?endpoint=http://127.0.0.1:${port}` }
const now = () => new Date()
const db = await openDatabase(database)
const storage = await openStorage(parseConfig(operatorEnvironment(settings)).storage, {
  keys: ['k'.repeat(43)],
  now,
})
const deps = { db, storage, now, log: openLogger('silent'), events: new EventEmitter() } as unknown as Deps
await removeClip(deps, clip)
process.stdout.write('removed\n')
const run: typeof removeFilesJob.run = async (...asked) => {
  process.stdout.write('removing files\n')
  await removeFilesJob.run(...asked)
}
runJobs(deps, [{ ...removeFilesJob, run }], { pollMs: 10, leaseSeconds: 2 })
