import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { DatabaseConfig } from '#server/config/config.ts'
import { everythingIn } from '../../support/database/contents.ts'
import { describeEachDatabase, postgresDatabases, sqliteDatabases } from '../../support/database/databases.ts'
import { aClip } from '../../support/database/rows.ts'
import { runCommandHere, startCli } from '../../support/run-cli.ts'
import { IN_LONG_TEST } from '../../support/runs.ts'
import { startBucket } from '../../support/storage/bucket.ts'

const FILES = 400
/** Number of killed commands, each killed a little later than the one before. */
const KILLS = 6
/** A backup notes itself here, and building the index adds the clips' words. */
const OF_ITS_OWN = ['operations', 'source_words']

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'nagare-killed-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

const urlOf = (config: DatabaseConfig) => (config.engine === 'sqlite' ? `sqlite:${config.file}` : config.url)

/** Without half-written files of a killed process, which the store removes an hour later. */
async function filesIn(path: string) {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('.tmp'))
}

/** Kills a command by SIGKILL when there are some files in `watched`. */
async function killHalfWay(args: string[], env: Record<string, string>, watched: string, most: number) {
  const { child } = startCli(args, env)
  const ended = once(child, 'exit')
  while ((await filesIn(watched)).length < most && child.exitCode === null) await sleep(2)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  expect((await filesIn(watched)).length).toBeLessThan(FILES)
}

describeEachDatabase('backup and restore that are killed', (_open, databases) => {
  test.runIf(IN_LONG_TEST)(
    'go on where they were, and what the store lacks is named in a few lines',
    async () => {
      const [shop, kept, place] = [await folder(), await folder(), await folder()]
      const [config, empty] = [await databases.create(), await databases.create({ empty: true })]
      const env = { DATA_DIR: shop, DATABASE_URL: urlOf(config), LOG_LEVEL: 'silent' }
      const film = Buffer.alloc(100_000)
      await mkdir(join(shop, 'media/full'), { recursive: true })
      for (let n = 0; n < FILES; n++) {
        film.writeUInt32BE(n)
        await writeFile(join(shop, `media/full/${n}.mp4`), film)
      }
      const db = await databases.connect(config)
      for (let n = 0; n < 6; n++) await aClip(db)

      for (let kill = 1; kill <= KILLS; kill++)
        await killHalfWay(['backup', kept], env, join(kept, 'media'), 50 * kill)
      expect((await runCommandHere(['backup', kept, '--list'], env)).stdout).toContain('0 backups')
      const made = await runCommandHere(['backup', kept], env)
      expect(made.code).toBe(3)
      expect(Number(/(\d+) of them copied now/.exec(made.stdout)![1])).toBeLessThan(FILES - 40)
      const missing = made.stdout.split('\n').filter((line) => line.startsWith('missing in the store'))
      expect(missing).toHaveLength(20)
      expect(made.stdout).toMatch(/^and \d+ more/m)

      const there = { DATA_DIR: place, DATABASE_URL: urlOf(empty), LOG_LEVEL: 'silent' }
      for (let kill = 1; kill <= KILLS; kill++)
        await killHalfWay(['restore', kept], there, join(place, 'media'), 50 * kill)
      const restored = await runCommandHere(['restore', kept], there)
      expect(restored.code).toBe(0)
      expect(await filesIn(join(place, 'media'))).toHaveLength(FILES)
      expect(await readdir(place)).toEqual(['media'])
      const again = await databases.connect(empty)
      expect(await again.selectFrom('sources').select('id').execute()).toHaveLength(6)
    },
    120_000,
  )
})

test('a shop goes from SQLite and a folder to PostgreSQL and a bucket, and back into the folder that it had', async () => {
  const [sqlite, postgres, bucket] = [sqliteDatabases(), postgresDatabases(), await startBucket()]
  onTestFinished(() => bucket.close())
  const [dataDir, kept] = [await folder(), await folder()]
  const [from, to, back] = [
    await sqlite.create(),
    await postgres.create({ empty: true }),
    await sqlite.create({ empty: true }),
  ]
  const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER', LOG_LEVEL: 'silent' }
  const env = { DATA_DIR: dataDir, DATABASE_URL: urlOf(from), ...keys }
  const there = { DATA_DIR: await folder(), DATABASE_URL: urlOf(to), STORAGE_URL: bucket.storageUrl, ...keys }
  const home = { ...env, DATABASE_URL: urlOf(back) }
  const db = await sqlite.connect(from)
  const { cloudpath } = await aClip(db)
  const film = join(dataDir, 'media', cloudpath)
  await mkdir(dirname(film), { recursive: true })
  await writeFile(film, 'film')
  const before = await everythingIn(db, OF_ITS_OWN)

  await runCommandHere(['backup', kept], env)
  expect(await runCommandHere(['restore', kept], there)).toMatchObject({ code: 0 })
  expect(await everythingIn(await postgres.connect(to), OF_ITS_OWN)).toEqual(before)
  await runCommandHere(['backup', kept], there)
  const refused = await runCommandHere(['restore', kept], home)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('the store is not empty') })
  await rm(film)
  expect(await runCommandHere(['restore', '--keep-files', kept], home)).toMatchObject({ code: 0 })
  expect(await readFile(film, 'utf8')).toBe('film')
  expect(await everythingIn(await sqlite.connect(back), OF_ITS_OWN)).toEqual(before)
}, 120_000)
