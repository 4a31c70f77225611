import { createHash } from 'node:crypto'
import { mkdir, readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { aBackupSite } from '../../../../tests/support/backup-site.ts'
import { zeroPage } from '../../../../tests/support/database/damage.ts'
import { sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { aClip, aUser } from '../../../../tests/support/database/rows.ts'
import { checkLibrary, type Problem } from './check-library.ts'

const databases = sqliteDatabases()
/** The youngest age at which a file without a row counts as left behind. */
const LEFT_BEHIND = 2 * DAY_MS

async function aSite() {
  const config = await databases.create()
  const db = await databases.connect(config)
  const site = await aBackupSite(db, config)
  return {
    ...site,
    async check({ repair = false, compare = false } = {}) {
      const problems: Problem[] = []
      const left = await checkLibrary(site.deps, {
        repair,
        target: compare ? site.target : undefined,
        signal: new AbortController().signal,
        onProblem: (problem) => problems.push(problem),
      })
      expect(await readdir(site.deps.files.dataDir)).not.toContain('check')
      return { problems, left }
    },
    /** A clip in the index that names only its full film, and that original. */
    async clip(original = Buffer.from(`original ${Math.random()}`), of: object = {}) {
      const content_hash = createHash('sha256').update(original).digest('hex')
      const media = { byte_size: 100, poster_widths: '[]', preview_url: '', preview_av1_url: '' }
      const clip = await aClip(db, {
        source: { content_hash, ...of },
        media: { ...media, watermarked_url: '' },
      })
      await db.transaction().execute((trx) => indexSource(trx, clip.id))
      await site.storage.put(clip.cloudpath, film(), 'video/mp4')
      return { ...clip, original: `original/${content_hash}`, bytes: original }
    },
    /** A file of that age, by the server's clock. */
    async file(key: string, age: number) {
      await site.storage.put(key, film(), 'video/mp4')
      const at = new Date(site.deps.now().getTime() - age)
      await utimes(join(site.deps.files.dataDir, 'media', key), at, at)
    },
    has: async (key: string) => (await site.storage.stat(key)) !== undefined,
  }
}

/** A hundred bytes. */
function film(text = 'x'): Buffer {
  const bytes = Buffer.alloc(100, text)
  for (const [at, length, type] of [
    [0, 16, 'ftyp'],
    [16, 84, 'mdat'],
  ] as const) {
    bytes.writeUInt32BE(length, at)
    bytes.write(type, at + 4)
  }
  return bytes
}

test('a site without faults has no problems', async () => {
  const site = await aSite()
  await site.clip()
  expect(await site.check()).toEqual({ problems: [], left: 0 })
  await site.backup()
  expect(await site.check({ compare: true })).toEqual({ problems: [], left: 0 })
})

test('a missing, a cut and a changed film is told with its clip, and repaired from the backup', async () => {
  const site = await aSite()
  const [missing, cut, changed] = [await site.clip(), await site.clip(), await site.clip()]
  await site.backup()
  await site.storage.delete(missing.cloudpath)
  await site.storage.put(cut.cloudpath, film().subarray(0, 99), 'video/mp4')
  await site.storage.put(changed.cloudpath, film('y'), 'video/mp4')
  const told = (
    kind: Problem['kind'],
    { id, cloudpath }: { id: number; cloudpath: string },
    repaired = false,
  ) => ({
    ...{ kind, what: cloudpath, owner: `clip ${id}`, repaired },
  })
  const byKey = (a: Problem, b: Problem) => a.what.localeCompare(b.what)
  const quick = await site.check()
  expect(quick.problems.sort(byKey)).toEqual([told('missing', missing), told('corrupt', cut)].sort(byKey))
  expect(quick.left).toBe(2)
  expect((await site.check({ repair: true })).left).toBe(2)
  const all = await site.check({ compare: true })
  expect(all.problems.sort(byKey)).toEqual(
    [told('missing', missing), told('corrupt', cut), told('corrupt', changed)].sort(byKey),
  )
  const repaired = await site.check({ compare: true, repair: true })
  expect([repaired.problems.map(({ repaired: is }) => is), repaired.left]).toEqual([[true, true, true], 0])
  expect(await site.check({ compare: true })).toEqual({ problems: [], left: 0 })
})

test('files are compared with the last backup, and what a killed check has left is removed', async () => {
  const site = await aSite()
  const { cloudpath } = await site.clip()
  await site.backup()
  await site.storage.put(cloudpath, film('y'), 'video/mp4')
  await site.backup()
  const work = join(site.deps.files.dataDir, 'check')
  await mkdir(join(work, 'old'), { recursive: true })
  const { read } = site.target
  const seen: unknown[] = []
  vi.spyOn(site.target, 'read').mockImplementation(async (...key) => {
    seen.push((await stat(work)).mode & 0o777, ...(await readdir(work)))
    return read.apply(site.target, key)
  })
  expect(await site.check({ compare: true })).toEqual({ problems: [], left: 0 })
  // Only its owner can read what is unpacked.
  expect(new Set(seen)).toEqual(new Set([0o700]))
})

test('an original may be missing; a changed one is told and repaired', async () => {
  const site = await aSite()
  const [gone, changed] = [await site.clip(), await site.clip()]
  await site.storage.put(changed.original, changed.bytes, 'application/octet-stream')
  await site.backup()
  await site.storage.put(changed.original, Buffer.from('rot'), 'application/octet-stream')
  expect((await site.check()).problems, 'bytes are not compared').toEqual([])
  const problem = { kind: 'corrupt', what: changed.original, owner: `clip ${changed.id}` }
  expect((await site.check({ compare: true })).problems).toEqual([{ ...problem, repaired: false }])
  expect((await site.check({ compare: true, repair: true })).problems).toEqual([
    { ...problem, repaired: true },
  ])
  expect(await site.check({ compare: true })).toEqual({ problems: [], left: 0 })
  expect(await site.has(gone.original)).toBe(false)
})

test('only a file that no row names, and that is two days old, is orphaned', async () => {
  const site = await aSite()
  const { id: source_id, cloudpath, original, bytes } = await site.clip()
  await site.storage.put(original, bytes, 'application/octet-stream')
  const made = 'made/square.mp4'
  const facts = { kind: 'square', params: '', state: 'ready', width: 1, height: 1, bytes: 100 } as const
  const rendition = { source_id, cloudpath, storage_key: made, used: site.deps.now().toISOString(), ...facts }
  await site.deps.db.insertInto('renditions').values(rendition).execute()
  for (const key of [cloudpath, original, made]) await site.file(key, LEFT_BEHIND + 1_000)
  await site.file('full/young.mp4', LEFT_BEHIND - 1_000)
  await site.file('uploads/part', LEFT_BEHIND + 1_000)
  const folders = ['poster', 'preview', 'watermarked', 'full', 'sheet', 'still', 'original', 'made']
  const old = folders.map((name) => `${name}/old.mp4`)
  for (const key of old) await site.file(key, LEFT_BEHIND)
  const { problems, left } = await site.check()
  expect(problems.map(({ what }) => what).sort()).toEqual([...old].sort())
  expect(left).toBe(old.length)
  const orphan = { kind: 'orphaned', repaired: true }
  expect((await site.check({ repair: true })).problems).toEqual(old.map((what) => ({ ...orphan, what })))
  for (const key of old) expect(await site.has(key)).toBe(false)
  for (const key of [cloudpath, made, 'full/young.mp4', 'uploads/part'])
    expect(await site.has(key)).toBe(true)
  expect(await site.check()).toEqual({ problems: [], left: 0 })
})

test('a clip without media is told, and hidden only if visitors see it', async () => {
  const site = await aSite()
  const clips = [await site.clip(), await site.clip(Buffer.from('b'), { state: 'draft' }), await site.clip()]
  for (const { id } of clips.slice(0, 2))
    await site.db.deleteFrom('medias').where('source_id', '=', id).execute()
  const states = async () => {
    const rows = await site.db.selectFrom('library').select('state').orderBy('id').execute()
    return rows.map(({ state }) => state)
  }
  const { problems, left } = await site.check()
  expect(left).toBe(2)
  expect(problems[0]).toMatchObject({ kind: 'halfMade', repaired: false })
  expect(problems[0]!.what).toMatch(new RegExp(`^clip ${clips[0]!.id} “.+” has no media$`))
  expect(await states()).toEqual(['published', 'draft', 'published'])
  expect((await site.check({ repair: true })).left).toBe(2)
  expect(await states()).toEqual(['hidden', 'draft', 'published'])
})

test('a clip that is not in the search index is told, and the index is built', async () => {
  const site = await aSite()
  const [clip] = [await site.clip(), await site.clip()]
  await site.db.deleteFrom('source_ranks').where('source_id', '=', clip!.id).execute()
  const problem = { kind: 'halfMade', what: `clip ${clip!.id} is not in the search index` }
  expect(await site.check()).toEqual({ problems: [{ ...problem, repaired: false }], left: 1 })
  expect(await site.check({ repair: true })).toEqual({ problems: [{ ...problem, repaired: true }], left: 0 })
  expect(await site.check()).toEqual({ problems: [], left: 0 })
})

test('a row whose parent is gone is told', async () => {
  const site = await aSite()
  const { id } = await site.clip()
  // Only another program, or damage, leaves it so.
  const { DatabaseSync } = await import('node:sqlite')
  const other = new DatabaseSync(site.deps.files.databaseFile!, { enableForeignKeyConstraints: false })
  other.exec(`insert into likes (user_id, source_id, created) values (77, ${id}, '2026')`)
  other.close()
  const { problems, left } = await site.check()
  expect(problems).toEqual([
    { kind: 'database', what: expect.stringMatching(/^row \d+ of likes lacks its users$/), repaired: false },
  ])
  expect(left).toBe(1)
})

test('a table that cannot be read is a row, and nothing counts as orphaned for it', async () => {
  const site = await aSite()
  for (let n = 0; n < 300; n++) await aUser(site.db)
  for (let n = 0; n < 40; n++) await site.clip(undefined, { description: 'y'.repeat(500) })
  await site.file('full/old.mp4', LEFT_BEHIND + 1_000)
  expect((await site.check()).problems).toMatchObject([{ kind: 'orphaned' }])
  await zeroPage(site.db, site.deps.files.databaseFile!, 'library')
  const { problems } = await site.check({ repair: true })
  expect(problems.length).toBeGreaterThan(1)
  expect(new Set(problems.map(({ kind }) => kind))).toEqual(new Set(['database']))
  expect(await site.has('full/old.mp4')).toBe(true)
})

test('more clips than are read at once are all checked', async () => {
  const site = await aSite()
  const { id } = await site.clip()
  const library = await site.db
    .selectFrom('library')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const media = await site.db
    .selectFrom('medias')
    .selectAll()
    .where('source_id', '=', id)
    .executeTakeFirstOrThrow()
  const many = 2_001
  const hash = (n: number) => createHash('sha256').update(`${n}`).digest('hex')
  await site.db.transaction().execute(async (trx) => {
    for (let n = 1; n < many; n++) {
      const clip = id + n
      await trx
        .insertInto('library')
        .values({ ...library, id: clip, content_hash: hash(n) })
        .execute()
      await trx
        .insertInto('medias')
        .values({ ...media, id: media.id + n, source_id: clip, cloudpath: `full/${hash(n)}.mp4` })
        .execute()
    }
  })
  const last = Array.from({ length: many - 1 }, (_, n) => hash(n + 1))
    .sort()
    .at(-1)!
  await site.file(`original/${last}`, LEFT_BEHIND + 1_000)
  const { problems } = await site.check()
  const of = (kind: Problem['kind']) => problems.filter((problem) => problem.kind === kind)
  expect(of('missing')).toHaveLength(many - 1)
  expect(of('orphaned')).toEqual([])
})

test('a site with its own picture of a set misses it', async () => {
  const site = await aSite()
  const row = { slug: 'kyoto', name: '京都', expires_at: '2027', created: '2026' }
  await site.db
    .insertInto('promotions')
    .values({ ...row, og_image_url: '/media/sheet/kyoto.jpg' })
    .execute()
  await site.db
    .insertInto('promotions')
    .values({ ...row, slug: 'nara', og_image_url: 'https://elsewhere.example/a.jpg' })
    .execute()
  const { problems } = await site.check()
  expect(problems).toEqual([{ kind: 'missing', what: 'sheet/kyoto.jpg', owner: 'set 京都', repaired: false }])
})

test('a picture of the shop is in its backups, and comes back from one', async () => {
  const site = await aSite()
  const [name, picture] = ['0a1b-logo.png', Buffer.from('a picture')]
  await site.storage.put(`shop/${name}`, picture, 'image/png')
  await site.db.insertInto('shop_pictures').values({ name, bytes: picture.length, created: '2026' }).execute()
  await site.backup()
  await site.storage.delete(`shop/${name}`)
  const problem = { kind: 'missing', what: `shop/${name}`, owner: 'the shop' }
  expect((await site.check()).problems).toEqual([{ ...problem, repaired: false }])
  expect((await site.check({ compare: true, repair: true })).problems).toEqual([
    { ...problem, repaired: true },
  ])
  expect(await site.has(`shop/${name}`)).toBe(true)
})
