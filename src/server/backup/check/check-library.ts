import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { DAY_MS } from '#domain/dates/spans.ts'
import { faultOf, fileFaults } from '#server/backup/damage/damage.ts'
import { postgresFaults } from '#server/backup/damage/postgres-faults.ts'
import { type NamedFile, namedFiles } from '#server/backup/named-files.ts'
import { restoreObject } from '#server/backup/restore/restore-backup.ts'
import { listBackups, readManifest } from '#server/backup/target/backup-files.ts'
import { MediaList } from '#server/backup/target/media-list.ts'
import { unpackFile } from '#server/backup/target/packed-file.ts'
import type { Deps } from '#server/deps.ts'
import { announceAround } from '#server/hooks/announce.ts'
import { counted } from '#server/media/counted.ts'
import { eachKey } from '#server/media/each-key.ts'
import type { Storage } from '#server/media/storage.ts'
import { originalKey, SWEPT_FOLDERS } from '#server/media/storage-key.ts'
import { rebuildIndex } from '#server/search/index/rebuild-index.ts'
import { isWhole } from './whole-file.ts'

/** Milliseconds, as for the sweep. A younger file may belong to an unfinished clip. */
const LEFT_BEHIND = 2 * DAY_MS

export interface Problem {
  kind: 'missing' | 'corrupt' | 'orphaned' | 'halfMade' | 'database'
  /** A key, a clip, or the database's message. */
  what: string
  /** The clip or set that names it. */
  owner?: string
  repaired: boolean
}

interface CheckOptions {
  /** Backups to compare every byte with, and to repair from. Without one only sizes and formats are checked. */
  target?: Storage | undefined
  repair: boolean
  signal: AbortSignal
  onProblem(problem: Problem): void
}

/** Compares database and store. Returns how many problems are left. The site may keep running. */
export async function checkLibrary(
  deps: Pick<Deps, 'db' | 'storage' | 'files' | 'now'>,
  { target, repair, signal, onProblem }: CheckOptions,
): Promise<number> {
  const work = join(deps.files.dataDir, 'check')
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true, mode: 0o700 })
  const list = await openList(target, join(work, 'media.db'))
  let left = 0
  let isReadable = true
  const report = (problem: Problem) => {
    if (!problem.repaired) left++
    onProblem(problem)
  }
  const check = { ...deps, list, target, repair, signal, work, report }
  try {
    for (const step of [checkDatabase, checkRows, checkNamed, checkOriginals])
      await step(check).catch((error: unknown) => {
        report({ kind: 'database', what: faultOf(error), repaired: false })
        isReadable = false
      })
    // Rows that cannot be read may name what looks orphaned.
    if (isReadable) await checkOrphans(check)
    return left
  } finally {
    list.close()
    await rm(work, { recursive: true, force: true })
  }
}

interface Check extends Pick<Deps, 'db' | 'storage' | 'files' | 'now'> {
  /** The media of the last backup, and the keys in use. */
  list: MediaList
  target: Storage | undefined
  repair: boolean
  signal: AbortSignal
  work: string
  report(problem: Problem): void
}

async function openList(target: Storage | undefined, path: string): Promise<MediaList> {
  const last = target && (await listBackups(target)).complete.at(-1)
  if (target && last) await unpackFile(target, (await readManifest(target, last)).media, path)
  return new MediaList(path)
}

async function checkDatabase({ db, files, signal, report }: Check): Promise<void> {
  const { databaseFile: file } = files
  const faults = file ? await fileFaults(file, signal) : await postgresFaults(db, signal)
  for (const what of faults) report({ kind: 'database', what, repaired: false })
  if (!file) return
  const sqlite = new DatabaseSync(file, { readOnly: true })
  try {
    for (const { table, rowid, parent } of sqlite.prepare('pragma foreign_key_check').all())
      report({ kind: 'database', what: `row ${rowid} of ${table} lacks its ${parent}`, repaired: false })
  } finally {
    sqlite.close()
  }
}

/** A clip without media is hidden: it cannot be shown, and an editor must decide. */
async function checkRows({ db, repair, report }: Check): Promise<void> {
  const halfMade = await db
    .selectFrom('library')
    .leftJoin('medias', 'medias.source_id', 'library.id')
    .where('medias.id', 'is', null)
    .select(['library.id', 'library.title', 'library.state'])
    .execute()
  for (const { id, title, state } of halfMade) {
    report({ kind: 'halfMade', what: `clip ${id} “${title}” has no media`, repaired: false })
    if (repair && state === 'published')
      await db.transaction().execute((trx) => {
        const hidden = trx.updateTable('library').set({ state: 'hidden' }).where('id', '=', id)
        return announceAround(trx, [id], () => hidden.execute())
      })
  }
  const unindexed = await db
    .selectFrom('sources')
    .leftJoin('source_ranks', 'source_ranks.source_id', 'sources.id')
    .innerJoin('medias', 'medias.source_id', 'sources.id')
    .where('source_ranks.rank', 'is', null)
    .select('sources.id')
    .execute()
  if (unindexed.length > 0 && repair) await rebuildIndex({ db })
  for (const { id } of unindexed)
    report({ kind: 'halfMade', what: `clip ${id} is not in the search index`, repaired: repair })
}

async function checkNamed(check: Check): Promise<void> {
  await eachKey(namedFiles(check.db), check.signal, async (file) => {
    check.list.hold(file.key)
    const fault = await fileFault(check, file)
    if (fault) await reportFile(check, fault, file)
  })
}

/** An original may be missing; an existing one must match its name. */
async function checkOriginals(check: Check): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await check.db
      .selectFrom('library')
      .select(['id', 'content_hash'])
      .where('content_hash', '>', last)
      .orderBy('content_hash')
      .limit(1_000)
      .execute()
    await eachKey(rows, check.signal, async ({ id, content_hash }) => {
      const key = originalKey(content_hash)
      check.list.hold(key)
      if (!check.target || !(await check.storage.stat(key))) return
      if ((await sha256Of(check.storage, key)) !== content_hash)
        await reportFile(check, 'corrupt', { key, owner: `clip ${id}` })
    })
    if (rows.length < 1_000) return
    last = rows.at(-1)!.content_hash
  }
}

async function fileFault(
  { storage, list, target }: Check,
  { key, size }: NamedFile,
): Promise<'missing' | 'corrupt' | undefined> {
  const object = await storage.stat(key)
  if (!object) return 'missing'
  if (size !== undefined && object.size !== size) return 'corrupt'
  const known = target && list.get(key)
  const isRight = known
    ? object.size === known.size && (await sha256Of(storage, key)) === known.sha256
    : await isWhole(storage, object)
  return isRight ? undefined : 'corrupt'
}

async function sha256Of(storage: Storage, key: string): Promise<string> {
  const { through, digest } = counted()
  through.resume()
  await pipeline(await storage.read(key), through)
  return digest()
}

async function reportFile(
  { storage, target, list, work, repair, report }: Check,
  kind: Problem['kind'],
  { key, owner }: NamedFile,
): Promise<void> {
  const known = target && list.get(key)
  const repaired =
    repair && known ? await restoreObject({ storage, target, work }, known, { replace: true }) : false
  report({ kind, what: key, owner, repaired })
}

async function checkOrphans({ db, storage, list, now, repair, signal, report }: Check): Promise<void> {
  const before = now().getTime() - LEFT_BEHIND
  for (const { storage_key } of await db.selectFrom('renditions').select('storage_key').execute())
    list.hold(storage_key)
  for (const folder of SWEPT_FOLDERS)
    await eachKey(storage.list(folder), signal, async (key) => {
      if (list.holds(key)) return
      const object = await storage.stat(key)
      if (!object || object.modified.getTime() > before) return
      if (repair) await storage.delete(key)
      report({ kind: 'orphaned', what: key, repaired: repair })
    })
}
