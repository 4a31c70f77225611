import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { describeEachDatabase } from '../../support/database/databases.ts'
import { aClip } from '../../support/database/rows.ts'
import { runCommandHere, startCli } from '../../support/run-cli.ts'
import { IN_LONG_TEST, runs } from '../../support/runs.ts'

const FILES = 400
/** Number of killed commands, each killed a little later than the one before. */
const KILLS = runs(6, 1)

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'nagare-killed-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

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
  // PostgreSQL is killed in the long test only: recreating each database is slow.
  test.runIf(IN_LONG_TEST || databases.engine === 'sqlite')(
    'go on where they were, and what the store lacks is named in a few lines',
    async () => {
      const [shop, kept, place] = [await folder(), await folder(), await folder()]
      const [config, empty] = [await databases.create(), await databases.create({ empty: true })]
      const url = (it: typeof config) => (it.engine === 'sqlite' ? `sqlite:${it.file}` : it.url)
      const env = { DATA_DIR: shop, DATABASE_URL: url(config), LOG_LEVEL: 'silent' }
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

      const there = { DATA_DIR: place, DATABASE_URL: url(empty), LOG_LEVEL: 'silent' }
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
