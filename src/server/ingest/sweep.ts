import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { DAY_MS } from '#domain/dates/spans.ts'
import { tryLock } from '#server/db/locks.ts'
import type { Deps } from '#server/deps.ts'
import { eachAlone } from '#server/jobs/each-alone.ts'
import { idOfOriginal } from '#server/library/publish-clip.ts'
import { SWEPT_FOLDERS } from '#server/media/storage-key.ts'
import { lockOf } from './steps.ts'

/** Milliseconds. Younger files may belong to a running process. Twice the largest expected jump of the clock. */
const LEFT_BEHIND = 2 * DAY_MS
/** Folder of an original, by its hash, or of an upload. */
const WORK_FOLDER = /^(?:[0-9a-f]{64}|upload-[0-9a-f]{32})$/
/** The last sweep was at this file's modification time. */
const LAST_SWEEP = '.last-sweep'

/**
 * Removes work folders of published clips, others after two days, and at the same interval unused stored files; counts
 * them.
 */
export async function sweep(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'log'>,
  { work }: { work: string },
): Promise<number> {
  await mkdir(work, { recursive: true, mode: 0o700 })
  const before = deps.now().getTime() - LEFT_BEHIND
  const folders = await sweepWork(deps, work, before)
  const marker = join(work, LAST_SWEEP)
  if ((await modified(marker)) > before) return folders
  const files = await sweepStorage(deps, before)
  await writeFile(marker, '')
  await utimes(marker, deps.now(), deps.now())
  return folders + files
}

/** A folder that cannot be removed, such as another user's, is logged and left. */
async function sweepWork(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  work: string,
  before: number,
): Promise<number> {
  let removed = 0
  const names = await readdir(work)
  const folders = names.filter((name) => WORK_FOLDER.test(name) || name.startsWith(FILM))
  await eachAlone({ log }, folders.map(named), { what: 'folder' }, async ({ id: name }) => {
    const path = join(work, name)
    const isOld = (await modified(path)) <= before
    if (name.startsWith(FILM)) return isOld && rm(path, { recursive: true, force: true })
    const unlock = tryLock(lockOf(work, name))
    if (!unlock) return
    try {
      if (!isOld && (await idOfOriginal(db, name)) === undefined) return
      await rm(path, { recursive: true, force: true })
      removed++
    } finally {
      unlock()
    }
  })
  return removed
}

const named = (id: string) => ({ id })

/** Folders of films that a killed process left begin with this. */
const FILM = 'film-'

const modified = async (path: string) => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0

/** Before so many unused files are removed, the hashes in use are read again: a clip may have been published meanwhile. */
const REMOVED_AT_ONCE = 200

async function sweepStorage(deps: Pick<Deps, 'db' | 'storage' | 'log'>, before: number): Promise<number> {
  const { db, storage } = deps
  const used = await hashesInUse(db)
  const unused: string[] = []
  for (const folder of SWEPT_FOLDERS) {
    const keys = Readable.from(storage.list(folder)).map(named)
    await eachAlone(deps, keys, { what: 'stored file' }, async ({ id: key }) => {
      if (!used.has(hashOf(key)) && (await isOld(storage, key, before))) unused.push(key)
    })
  }
  let removed = 0
  for (let from = 0; from < unused.length; from += REMOVED_AT_ONCE) {
    const stillUsed = await hashesInUse(db)
    const keys = unused.slice(from, from + REMOVED_AT_ONCE).filter((key) => !stillUsed.has(hashOf(key)))
    await eachAlone(deps, keys.map(named), { what: 'stored file' }, async ({ id: key }) => {
      await storage.delete(key)
      removed++
    })
  }
  return removed
}

async function isOld(storage: Deps['storage'], key: string, before: number): Promise<boolean> {
  const object = await storage.stat(key)
  return object !== undefined && object.modified.getTime() <= before
}

/**
 * Of a key's hash, its second segment without extensions, the first 48 bits: a number is a tenth of a text in memory, and
 * a file whose bits are another's stays. Posters and previews of a clip share a hash.
 */
const hashOf = (key: string) => bitsOf(key.split('/')[1] ?? '')
const bitsOf = (hash: string) => Number.parseInt(hash.slice(0, 12), 16)

/** Clips that are read at a time: a million rows at once take a gigabyte. */
const CLIPS_AT_ONCE = 5_000

async function hashesInUse(db: Deps['db']): Promise<Set<number>> {
  const sheets = await db
    .selectFrom('promotions')
    .select('og_image_url')
    .unionAll(db.selectFrom('collections').select('og_image_url'))
    .execute()
  const made = await db.selectFrom('renditions').select('storage_key').execute()
  const hashes = new Set([
    ...made.map(({ storage_key }) => hashOf(storage_key)),
    ...sheets.map(({ og_image_url }) => bitsOf(basename(og_image_url))),
  ])
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows = await clipFiles(db, after)
    for (const { poster_base, preview_url, watermarked_url, source_url_image, ...row } of rows) {
      for (const url of [poster_base, preview_url, watermarked_url, source_url_image])
        hashes.add(hashOf(url.replace('/media/', '')))
      hashes.add(hashOf(row.cloudpath)).add(bitsOf(row.content_hash))
    }
    after = rows.length < CLIPS_AT_ONCE ? undefined : rows.at(-1)!.id
  }
  return hashes
}

function clipFiles(db: Deps['db'], after: number) {
  return db
    .selectFrom('medias')
    .innerJoin('library', 'library.id', 'medias.source_id')
    .select(['library.id', 'poster_base', 'preview_url', 'watermarked_url', 'source_url_image'])
    .select(['cloudpath', 'content_hash'])
    .where('library.id', '>', after)
    .orderBy('library.id')
    .limit(CLIPS_AT_ONCE)
    .execute()
}
