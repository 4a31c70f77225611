import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { restoreBackup } from '#server/backup/restore/restore-backup.ts'
import { parseConfig } from '#server/config/config.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import { openDiskStorage } from '#server/media/disk-storage.ts'
import { rebuildIndex } from '#server/search/index/rebuild-index.ts'
import { isIndexComplete } from '#server/search/index/rerank-job.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { startServer } from '../../../src/server.ts'
import { describeEachDatabase } from '../../support/database/databases.ts'
import { IN_LONG_TEST } from '../../support/runs.ts'
import { builtSite } from '../../support/shop/built-site.ts'
import { testEnvironment } from '../../support/shop/server.ts'

const RELEASES = new URL('../../fixtures/releases/', import.meta.url).pathname
const kept = (await readdir(RELEASES, { withFileTypes: true })).filter((entry) => entry.isDirectory())
const basic = `Basic ${btoa('admin@example.com:kept for later')}`

describeEachDatabase('a site of a former release', (_open, databases) => {
  // Restoring into PostgreSQL takes seconds; backup.test.ts does it for this release.
  test.runIf(IN_LONG_TEST || databases.engine === 'sqlite').each(kept.map(({ name }) => name))(
    '%s opens, shows its clip, finds it, signs in and downloads',
    async (release) => {
      const folder = await mkdtemp(join(tmpdir(), 'nagare-upgrade-'))
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      const database =
        databases.engine === 'sqlite'
          ? { engine: 'sqlite' as const, file: join(folder, 'nagare.db') }
          : await databases.create({ empty: true })
      const config = { ...parseConfig(testEnvironment(folder)), database }
      const signing = { keys: config.mediaKeys, now: () => new Date() }
      const storage = await openDiskStorage(join(folder, 'media'), signing)
      const target = await openDiskStorage(join(RELEASES, release), signing)
      const { lost } = await restoreBackup({ dataDir: folder, database, storage }, target, {
        signal: new AbortController().signal,
        say: () => {},
      })
      expect(lost).toEqual([])
      await builtSite()
      const deps = await openDeps(config)
      expect(await pendingMigrations(deps.db)).toEqual([])
      const server = await startServer({ config, deps, jobs: [] })
      onTestFinished(async () => {
        await server.close()
        await deps.close()
      })
      const get = (path: string, headers = {}) => fetch(new URL(path, server.url), { headers })
      expect(await (await get('/')).text()).toContain('Kept temple')
      const found = async (query: string) => (await (await get(`/api/medias/search?q=${query}`)).json()).total
      expect(await found('temple')).toBe(1)
      expect(await isIndexComplete(deps)).toBe(false)
      await rebuildIndex(deps)
      expect(await isIndexComplete(deps)).toBe(true)
      expect(await found('temple&orientation=landscape')).toBe(1)
      const { id } = await deps.db.selectFrom('sources').select('id').executeTakeFirstOrThrow()
      expect(await (await get(`/m/${id}`)).text()).toContain('Kept temple')
      const signedIn = await get('/api/users/login', { authorization: basic })
      expect(signedIn.status).toBe(200)
      const { access_token } = await signedIn.json()
      const { cloudpath } = await deps.db.selectFrom('medias').select('cloudpath').executeTakeFirstOrThrow()
      const signed = await get(`/api/media-sign?filepath=${cloudpath}`, {
        authorization: `Bearer ${access_token}`,
      })
      const { url } = await signed.json()
      expect(
        (await (await get(new URL(url, server.url).pathname + new URL(url, server.url).search)).bytes())
          .length,
      ).toBe(2_000)
    },
  )
})
