import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { postgresDatabases } from '../../support/database/databases.ts'
import { makeVideo } from '../../support/footage.ts'
import { type CliRun, runCommandHere, startCli } from '../../support/run-cli.ts'
import { runs } from '../../support/runs.ts'
import { startBucket, type TestBucket } from '../../support/storage/bucket.ts'

const CLIPS = runs(20, 4)

const databases = postgresDatabases()
let bucket: TestBucket
let root: string
beforeAll(async () => {
  bucket = await startBucket()
  root = await mkdtemp(join(tmpdir(), 'nagare-workers-'))
  await mkdir(join(root, 'footage'))
  for (let n = 0; n < CLIPS; n++)
    await makeVideo(join(root, 'footage', `${n}.mp4`), { size: '960x540', rate: 24 + n, seconds: 4 })
}, 120_000)
afterAll(async () => {
  await bucket.close()
  await databases.close()
  await rm(root, { recursive: true, force: true })
})

test('two workers on one database and bucket make each clip once, though one is killed while it renders', async () => {
  const config = await databases.create()
  if (config.engine !== 'postgres') throw new Error('not PostgreSQL')
  const db = await databases.connect(config)
  const envOf = (name: string) => ({
    ...{ DATABASE_URL: config.url, STORAGE_URL: bucket.storageUrl, DATA_DIR: join(root, name) },
    ...{ AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER', LOG_LEVEL: 'warn' },
  })
  const queued = await runCommandHere(['ingest', join(root, 'footage'), '--queue', '--draft'], envOf('cli'))
  expect(queued).toMatchObject({ code: 0, stdout: `${CLIPS} files wait for a worker\n` })
  const workers = ['one', 'two'].map((name) => startWorker(envOf(name)))
  onTestFinished(async () => {
    for (const { child } of workers) child.kill('SIGKILL')
  })

  const { child } = await vi.waitFor(
    async () => {
      const { id } = await db
        .selectFrom('uploads')
        .select('id')
        .where('state', '=', 'rendering')
        .executeTakeFirstOrThrow()
      const { locked_by } = await db
        .selectFrom('jobs')
        .select('locked_by')
        .where('unique_key', '=', `ingest:${id}`)
        .executeTakeFirstOrThrow()
      return workers.find((worker) => locked_by!.split(':').at(-2) === String(worker.child.pid))!
    },
    { timeout: 60_000, interval: 20 },
  )
  child.kill('SIGKILL')

  await vi.waitFor(
    async () => {
      const rows = await db.selectFrom('uploads').select('state').execute()
      expect(rows.map(({ state }) => state)).toEqual(Array(CLIPS).fill('ready'))
    },
    // Time for at least twenty films, on two busy cores.
    { timeout: 480_000, interval: 200 },
  )
  const made = await db.selectFrom('library').select(['content_hash', 'state']).execute()
  const clips = await db.selectFrom('uploads').select('source_id').execute()
  const told = await db.selectFrom('audit_records').select('id').where('action', '=', 'clip.ingest').execute()
  expect([made.length, new Set(made.map((clip) => clip.content_hash)).size]).toEqual([CLIPS, CLIPS])
  expect([new Set(clips.map((clip) => clip.source_id)).size, told.length]).toEqual([CLIPS, CLIPS])
  expect(made.every(({ state }) => state === 'draft')).toBe(true)

  const other = workers.find((worker) => worker.child !== child)!
  other.child.kill('SIGTERM')
  expect((await other.result).code).toBe(0)
}, 600_000)

/** With a short lease, so that the killed one's clip does not wait for a minute. */
function startWorker(env: Record<string, string>): CliRun {
  return startCli(['worker', '--lease', '3'], env)
}
