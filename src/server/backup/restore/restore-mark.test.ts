import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileOf } from '#server/backup/target/backup-files.ts'
import { openDatabase } from '#server/db/connect.ts'
import { aBackupSite, anEmptyPlace } from '../../../../tests/support/backup-site.ts'
import { everythingIn } from '../../../../tests/support/database/contents.ts'
import {
  describeEachDatabase,
  postgresDatabases,
  sqliteDatabases,
} from '../../../../tests/support/database/databases.ts'
import { aClip } from '../../../../tests/support/database/rows.ts'
import { IN_LONG_TEST } from '../../../../tests/support/runs.ts'
import { restoreBackup } from './restore-backup.ts'

const { signal } = new AbortController()
/** Five thousand letters that do not shrink when they are packed. */
const LETTERS = Array.from({ length: 79 }, (_, n) => createHash('sha256').update(`${n}`).digest('hex'))
  .join('')
  .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)
  .slice(0, 5_000)

/** Building the index adds words; the shop notes its backup. */
const OWN = ['source_words', 'operations']

/** The database as another process finds it. */
const opened = (...args: Parameters<typeof openDatabase>) =>
  openDatabase(...args).then(async (db) => {
    await db.destroy()
    return 'opened'
  }, String)

describeEachDatabase('a restore that is under way', (_open, databases) => {
  /** Restoring into PostgreSQL takes seconds. */
  const onOne = test.runIf(IN_LONG_TEST || databases.engine === 'sqlite')
  const aSite = async () => {
    const config = await databases.create()
    return aBackupSite(await databases.connect(config), config)
  }

  test('keeps every process off its database until it is whole, and can be begun again', async () => {
    const shop = await aSite()
    await shop.clip()
    await shop.clip()
    const { manifest } = await shop.backup()
    const place = await anEmptyPlace(databases)
    const seen: string[] = []
    let left = 0
    const storage = new Proxy(place.storage, {
      get(of, name) {
        if (name !== 'put') return Reflect.get(of, name).bind?.(of) ?? Reflect.get(of, name)
        return async (...object: Parameters<typeof of.put>) => {
          seen.push(await opened(place.database))
          if (left-- <= 0) throw new Error('killed')
          return of.put(...object)
        }
      },
    })
    const restore = (at?: string, say: (line: string) => void = () => {}) =>
      restoreBackup({ ...place, storage }, shop.target, { at, signal, say })
    await expect(restore()).rejects.toThrow('killed')
    left = 1
    await expect(restore()).rejects.toThrow('killed')
    seen.push(await opened(place.database))

    // A newer backup is another one: the restore goes on with its own, also where another folder is given.
    await shop.clip()
    const newer = await shop.backup()
    await expect(restore(newer.manifest.id)).rejects.toThrow(`a restore of ${manifest.id} is not finished`)
    left = Number.POSITIVE_INFINITY
    const attempts: Promise<unknown>[] = []
    const dataDir = join(place.dataDir, 'elsewhere')
    const done = await restoreBackup({ ...place, storage, dataDir }, shop.target, {
      at: undefined,
      signal,
      say: () => attempts.length < 2 && attempts.push(opened(place.database).then((said) => seen.push(said))),
    })
    await Promise.all(attempts)
    expect(done).toMatchObject({ manifest: { id: manifest.id }, lost: [] })
    expect(seen.length).toBeGreaterThan(3)
    for (const line of seen) {
      expect(line).toContain(`a restore of the backup ${manifest.id} into this database is not finished`)
      expect(line).not.toContain('\n')
    }
    const restored = await databases.connect(place.database)
    expect(await restored.selectFrom('library').select('id').execute()).toHaveLength(2)
    expect((await restored.introspection.getTables()).map(({ name }) => name)).not.toContain(
      'restore_under_way',
    )
    expect((await readdir(place.dataDir)).filter((name) => /restore|-wal|-shm/.test(name)).sort()).toEqual(
      databases.engine === 'sqlite' ? ['nagare.db-shm', 'nagare.db-wal'] : [],
    )
  })

  onOne('a refused restore leaves nothing', async () => {
    const shop = await aSite()
    const { manifest } = await shop.backup()
    const packed = fileOf(manifest.id, 'database.db.zst')
    await shop.target.put(packed, Buffer.from('no database'), 'application/zstd')
    const place = await anEmptyPlace(databases)
    await expect(restoreBackup(place, shop.target, { signal, say() {} })).rejects.toThrow(
      `${packed} of the backup is missing or unreadable`,
    )
    expect(await readdir(place.dataDir)).toEqual(['media'])
    expect(await opened(place.database)).toBe('opened')
  })

  onOne('a text without a space for 5,000 letters is restored', async () => {
    const shop = await aSite()
    const long = {
      description: LETTERS,
      description_ja: '長'.repeat(5_000),
      title: 'n'.repeat(5_000),
    }
    await aClip(shop.db, { source: long })
    await aClip(shop.db)
    await shop.backup()
    const said: string[] = []
    const place = await anEmptyPlace(databases)
    await restoreBackup(place, shop.target, { signal, say: (line) => said.push(line) })
    const restored = await databases.connect(place.database)
    expect(await everythingIn(restored, OWN)).toEqual(await everythingIn(shop.db, OWN))
  })
})

test('such a text, and a clip that cannot be read, also go from SQLite to PostgreSQL', async () => {
  const [sqlite, postgres] = [sqliteDatabases(), postgresDatabases()]
  const config = await sqlite.create()
  const shop = await aBackupSite(await sqlite.connect(config), config)
  await aClip(shop.db, { source: { description: LETTERS } })
  await shop.backup()
  const restored = async () => {
    const said: string[] = []
    const place = await anEmptyPlace(postgres)
    await restoreBackup(place, shop.target, { signal, say: (line) => said.push(line) })
    const db = await postgres.connect(place.database)
    expect(await everythingIn(db, OWN)).toEqual(await everythingIn(shop.db, OWN))
    return said.filter((line) => line.startsWith('clip'))
  }
  await restored()
  await aClip(shop.db, { source: { keywords: 'no list' } })
  await shop.backup()
  expect(await restored()).toEqual([
    expect.stringMatching(/^clip 2 is restored, but search does not find it/),
  ])
})
