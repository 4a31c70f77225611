import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { DatabaseConfig } from '#server/config/config.ts'
import { parseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { aBackupSite, aFolder, anEmptyPlace } from '../../support/backup-site.ts'
import { everythingIn } from '../../support/database/contents.ts'
import { describeEachDatabase, postgresDatabases } from '../../support/database/databases.ts'
import { fillTables } from '../../support/database/fill-tables.ts'
import { runCommandHere, startCli } from '../../support/run-cli.ts'
import { testEnvironment } from '../../support/shop/server.ts'
import { LONG } from '../support/long.ts'

const KILLS = 25

const addressOf = (config: DatabaseConfig) =>
  config.engine === 'sqlite' ? `sqlite:${config.file}` : config.url

/** Building the index adds words; the shop notes its backup. */
const OWN = ['source_words', 'operations']

describeEachDatabase('a restore that is killed', (_open, databases) => {
  test.runIf(LONG)(
    'at any moment leaves nothing or a marked database, and the next run makes it whole',
    async () => {
      const config = await databases.create()
      const shop = await aBackupSite(await databases.connect(config), config)
      for (let n = 0; n < 5; n++) await shop.clip()
      // Still on its way when the first film is there.
      await shop.clip(50_000_000)
      await fillTables(shop.db).catch(() => {})
      await shop.backup()
      const before = await everythingIn(shop.db, OWN)

      const aPlace = async () => {
        const place = await anEmptyPlace(databases)
        const env = { DATA_DIR: place.dataDir, DATABASE_URL: addressOf(place.database), LOG_LEVEL: 'silent' }
        return { place, env, start: () => startCli(['restore', shop.kept], env) }
      }
      const measured = await aPlace()
      const began = performance.now()
      expect((await measured.start().result).code).toBe(0)
      const whole = performance.now() - began

      let marked = 0
      for (let kill = 0; kill < KILLS; kill++) {
        const { place, env, start } = await aPlace()
        const { child } = start()
        const ended = once(child, 'exit')
        if (kill === 0) await firstFilm(place, child)
        // The first half second loads the program.
        else await sleep(whole * (0.3 + (0.7 * (kill + 1)) / (KILLS + 1)))
        child.kill('SIGKILL')
        await ended
        const state = await stateOf(place.database)
        if (state === 'marked') marked++
        else if (state === 'empty')
          expect((await readdir(place.dataDir, { recursive: true })).join()).not.toMatch('full/')
        else expect(await everythingIn(await databases.connect(place.database), OWN)).toEqual(before)
        if (state === 'whole') continue
        expect((await runCommandHere(['restore', shop.kept], env)).code).toBe(0)
        expect(await everythingIn(await databases.connect(place.database), OWN)).toEqual(before)
      }
      expect(marked).toBeGreaterThan(0)
    },
    600_000,
  )
})

/** Films take a hundredth of the time on PostgreSQL, too little for a moment that is left to chance. */
async function firstFilm({ dataDir }: { dataDir: string }, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && !existsSync(join(dataDir, 'media/full'))) await sleep(1)
}

/** As the next process finds it. */
async function stateOf(config: DatabaseConfig): Promise<'empty' | 'marked' | 'whole'> {
  try {
    const db = await openDatabase(config)
    try {
      return (await db.introspection.getTables()).length > 0 ? 'whole' : 'empty'
    } finally {
      await db.destroy()
    }
  } catch (error) {
    expect(String(error)).toContain('is not finished')
    return 'marked'
  }
}

test.runIf(LONG)('none of three servers starts on a database that is half restored', async () => {
  const databases = postgresDatabases()
  const config = await databases.create()
  const shop = await aBackupSite(await databases.connect(config), config)
  for (let n = 0; n < 5; n++) await shop.clip()
  await shop.backup()
  const place = await anEmptyPlace(databases)
  const url = addressOf(place.database)
  const { child, result } = startCli(['restore', shop.kept], { DATA_DIR: place.dataDir, DATABASE_URL: url })
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  // The first copied table.
  while (!said.includes('rows') && child.exitCode === null) await sleep(5)
  child.kill('SIGSTOP')
  onTestFinished(() => void child.kill('SIGKILL'))
  for (let server = 0; server < 3; server++) {
    const settings = { ...testEnvironment(await aFolder()), DATABASE_URL: url }
    await expect(openDeps(parseConfig(settings))).rejects.toThrow('is not finished')
  }
  child.kill('SIGCONT')
  expect((await result).code).toBe(0)
  const opened = await openDeps(parseConfig({ ...testEnvironment(await aFolder()), DATABASE_URL: url }))
  expect(await everythingIn(opened.db, OWN)).toEqual(await everythingIn(shop.db, OWN))
  await opened.close()
})
