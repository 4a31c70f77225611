import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loopOf } from '#domain/look/seam.ts'
import { operatorEnvironment, parseConfig } from '#server/config/config.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { ingestFolder } from '#server/ingest/ingest-folder.ts'
import { openStorage } from '#server/media/open-storage.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { describeEachDatabase, describePlainSql } from '../../../../tests/support/database/databases.ts'
import { aClip } from '../../../../tests/support/database/rows.ts'
import { aLibrary, ffmpeg } from '../../../../tests/support/footage.ts'
import { watchedLogger } from '../../../../tests/support/leaks/watched-log.ts'
import { startBucket } from '../../../../tests/support/storage/bucket.ts'
import { looksJob } from './looks-job.ts'

/** Half a second each of red, then blue. */
const HALVES = 'color=c=red:s=192x108:r=24:d=0.5[a];color=c=blue:s=192x108:r=24:d=0.5[b];[a][b]concat=n=2:v=1'

let folder: string
let film: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nagare-looks-'))
  await mkdir(join(folder, 'footage'))
  film = join(folder, 'footage', 'halves.mp4')
  await ffmpeg(['-f', 'lavfi', '-i', HALVES, '-pix_fmt', 'yuv420p', '-c:v', 'libx264', film])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const looksOf = (db: Db) => db.selectFrom('clip_looks').selectAll().orderBy('source_id').execute()

/** How each clip loops. */
async function seamsOf(db: Db) {
  const rows = await db.selectFrom('medias').select('seam').orderBy('source_id').execute()
  return rows.map(({ seam }) => loopOf(seam))
}

const run = (deps: Deps) => looksJob.run(deps, { state: undefined, signal: new AbortController().signal })

/** Titles of the clips that a colour finds. */
async function foundBy(db: Db, colour: string): Promise<string[]> {
  const { sources } = await searchSources({ db }, { text: '', offset: 0, colour })
  return sources.map(({ title }) => title).toSorted()
}

test('a clip is found by its colours as soon as it is in, and looked at later it looks the same', async () => {
  const library = await aLibrary()
  try {
    const { deps, config } = library
    await ingestFolder(deps, { folder: join(folder, 'footage'), dataDir: config.dataDir })
    const [look] = await looksOf(deps.db)
    expect(JSON.parse(look!.colours).map(({ share }: { share: number }) => share)).toEqual([0.5, 0.5])
    expect(await foundBy(deps.db, 'red')).toEqual(['Halves'])
    expect(await foundBy(deps.db, 'blue')).toEqual(['Halves'])
    expect(await foundBy(deps.db, 'green')).toEqual([])
    expect(await seamsOf(deps.db)).toEqual(['cut'])
    await deps.db.deleteFrom('clip_looks').execute()
    await deps.db.updateTable('medias').set({ seam: null }).execute()
    await run(deps)
    expect(await looksOf(deps.db)).toEqual([look])
    expect(await seamsOf(deps.db)).toEqual(['cut'])
    expect(await readdir(join(config.dataDir, 'work'))).not.toContainEqual(expect.stringMatching(/^look-/))
  } finally {
    await library.close()
  }
}, 60_000)

describe.each(['disk', 's3'] as const)('clips of a former release, in storage on %s', (driver) => {
  let close = async () => {}
  let storage: Deps['storage']
  beforeAll(async () => {
    const bucket = driver === 's3' ? await startBucket() : undefined
    const url = bucket?.storageUrl ?? `file://${join(folder, 'stored')}`
    const { storage: config } = parseConfig(operatorEnvironment({ STORAGE_URL: url }))
    storage = await openStorage(config, { keys: ['k'.repeat(43)], now: () => new Date() })
    close = async () => bucket?.close()
  })
  afterAll(() => close())

  /** A clip that shows one colour, without a look. */
  async function aPlainClip(db: Db, title: string, background: string): Promise<number> {
    const name = title.toLowerCase()
    const poster = await sharp({ create: { width: 64, height: 36, channels: 3, background } })
      .jpeg()
      .toBuffer()
    await storage.put(`poster/${name}/64.jpg`, poster, 'image/jpeg')
    const path = join(folder, `${name}.mp4`)
    const source = `color=c=${background}:s=64x36:r=24:d=0.5`
    await ffmpeg(['-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', '-c:v', 'libx264', path])
    await storage.put(`preview/${name}.mp4`, { path }, 'video/mp4')
    await storage.put(`watermarked/${name}.mp4`, { path }, 'video/mp4')
    const { id } = await aClip(db, {
      source: { title },
      media: {
        poster_base: `/media/poster/${name}`,
        thumbnail_url: `/media/poster/${name}/64.jpg`,
        preview_url: `/media/preview/${name}.mp4`,
        watermarked_url: `/media/watermarked/${name}.mp4`,
        ...{ width: 64, height: 36 },
      },
    })
    await db.transaction().execute((trx) => indexSource(trx, id))
    return id
  }

  const describeDatabase = driver === 's3' ? describeEachDatabase : describePlainSql
  describeDatabase('and in a database', (open) => {
    const depsOf = (db: Db) =>
      ({
        db,
        storage,
        log: watchedLogger(),
        files: { dataDir: folder },
        now: () => new Date(),
      }) as unknown as Deps

    test('are all looked at, though one file is damaged and one is gone', async () => {
      const db = await open()
      await aPlainClip(db, 'Torii', 'red')
      const damaged = await aPlainClip(db, 'Damaged', 'red')
      const gone = await aPlainClip(db, 'Gone', 'red')
      await aPlainClip(db, 'Lake', 'blue')
      await writeFile(join(folder, 'noise'), 'not a film')
      await storage.put('preview/damaged.mp4', { path: join(folder, 'noise') }, 'video/mp4')
      await storage.delete('preview/gone.mp4')
      await expect(run(depsOf(db))).rejects.toThrow(`1 failed; clip ${gone}: `)
      expect(await foundBy(db, 'red')).toEqual(['Torii'])
      expect(await foundBy(db, 'blue')).toEqual(['Lake'])
      const looks = await looksOf(db)
      expect(looks).toHaveLength(3)
      expect(looks.find(({ source_id }) => source_id === damaged)).toMatchObject({ shades: 0, layout: '' })
    })

    test('are looked at again when their files are replaced, and only then', async () => {
      const db = await open()
      const id = await aPlainClip(db, 'Torii', 'red')
      await run(depsOf(db))
      await db.updateTable('clip_looks').set({ shades: 0 }).execute()
      await run(depsOf(db))
      expect((await looksOf(db))[0]!.shades).toBe(0)
      const { poster_base, thumbnail_url, preview_url } = await db
        .selectFrom('medias')
        .select(['poster_base', 'thumbnail_url', 'preview_url'])
        .where('source_id', '=', await aPlainClip(db, 'Lake', 'blue'))
        .executeTakeFirstOrThrow()
      await db
        .updateTable('medias')
        .set({ poster_base, thumbnail_url, preview_url })
        .where('source_id', '=', id)
        .execute()
      await run(depsOf(db))
      expect(await foundBy(db, 'blue')).toEqual(['Lake', 'Torii'])
      await db.deleteFrom('library').where('id', '=', id).execute()
      expect(await looksOf(db)).toHaveLength(1)
    })
  })
})
