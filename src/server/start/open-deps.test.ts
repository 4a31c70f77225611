import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { parseConfig } from '#server/config/config.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { verifyMediaRequest } from '#server/media/signed-url.ts'
import { openDeps } from './open-deps.ts'

const configIn = (dataDir: string) =>
  parseConfig({
    SITE_URL: 'http://localhost:4321',
    MEDIA_KEYS: 'k'.repeat(32),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
  })

test('a configuration opens database, store and clock, and closes them', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'nagare-deps-'))
  const config = configIn(join(dataDir, 'not', 'yet', 'there'))
  const deps = await openDeps(config)
  await migrateToLatest(deps.db)
  expect(await deps.db.selectFrom('sources').selectAll().execute()).toEqual([])

  await deps.storage.put('full/a.mp4', Buffer.from('bytes'), 'video/mp4')
  const url = await deps.storage.signedUrl('full/a.mp4', { expiresInSeconds: 300, disposition: 'inline' })
  const { key } = verifyMediaRequest({ keys: config.mediaKeys, now: deps.now }, 'GET', url)
  expect(await text(await deps.storage.read(key))).toBe('bytes')

  await deps.close()
  await expect(deps.db.selectFrom('sources').selectAll().execute()).rejects.toThrow()
  await rm(dataDir, { recursive: true })
})

test('only their owner can read database, films and outbox', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'nagare-deps-'))
  const dataDir = join(parent, 'data')
  const deps = await openDeps(configIn(dataDir))
  await migrateToLatest(deps.db)
  await deps.storage.put('full/a.mp4', Buffer.from('bytes'), 'video/mp4')
  await deps.storage.put('poster/b/480.jpg', { path: import.meta.filename }, 'image/jpeg')
  await deps.mailer.send({
    id: '7',
    sender: 'Nagare',
    locale: 'en',
    to: 'aoi@example.com',
    subject: 'Hi',
    text: 'Hi',
    html: '<p>Hi',
  })
  const below = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const modes = await Promise.all(
    [dataDir, ...below.map((entry) => join(entry.parentPath, entry.name))].map(async (path) => {
      const stats = await stat(path)
      const wanted = stats.isDirectory() ? 0o700 : 0o600
      return (stats.mode & 0o777) === wanted ? [] : [path]
    }),
  )
  expect(below.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['nagare.db', 'nagare.db-wal', 'nagare.db-shm', 'a.mp4', '480.jpg', 'outbox']),
  )
  expect(modes.flat()).toEqual([])
  await deps.close()
  await rm(parent, { recursive: true })
})
