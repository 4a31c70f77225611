import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Deps } from '#server/deps.ts'
import { idOfOriginal } from '#server/publish/publish-clip.ts'
import { isLocked } from './lock.ts'

const DAY = 24 * 60 * 60_000
const FOLDERS = ['poster', 'preview', 'watermarked', 'full', 'sheet']
/** Beside the work folders; its time says when the store was last gone through. */
const LAST_SWEEP = '.last-sweep'

export interface SweepOptions {
  work: string
  /** Milliseconds; what is younger may belong to another process. A day by default. */
  safeAge?: number
}

/**
 * Removes what killed runs and removed clips left behind: work folders of published clips at once and others after the
 * safe age; at most once per safe age also stored files that no clip and no set names. Returns how many were removed.
 */
export async function sweep(
  deps: Pick<Deps, 'db' | 'storage' | 'now'>,
  { work, safeAge = DAY }: SweepOptions,
): Promise<number> {
  await mkdir(work, { recursive: true })
  const before = deps.now().getTime() - safeAge
  const folders = await sweepWork(deps, work, before)
  const marker = join(work, LAST_SWEEP)
  if ((await modified(marker)) > before) return folders
  const files = await sweepStorage(deps, before)
  await writeFile(marker, '')
  await utimes(marker, deps.now(), deps.now())
  return folders + files
}

async function sweepWork({ db }: Pick<Deps, 'db'>, work: string, before: number): Promise<number> {
  let removed = 0
  for (const name of (await readdir(work)).filter((entry) => /^[0-9a-f]{64}$/.test(entry))) {
    const path = join(work, name)
    if (await isLocked(`${path}.lock`)) continue
    if ((await modified(path)) > before && (await idOfOriginal(db, name)) === undefined) continue
    await rm(path, { recursive: true, force: true })
    removed++
  }
  return removed
}

const modified = async (path: string) => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0

async function sweepStorage(deps: Pick<Deps, 'db' | 'storage'>, before: number): Promise<number> {
  const { db, storage } = deps
  const named = await namesInUse(db)
  let removed = 0
  for (const folder of FOLDERS) {
    for await (const key of storage.list(folder)) {
      if (named.has(nameOf(key)) || !(await isOld(storage, key, before))) continue
      // Asked anew for each suspect, so that a clip published meanwhile keeps its files.
      if ((await namesInUse(db)).has(nameOf(key))) continue
      await storage.delete(key)
      removed++
    }
  }
  return removed
}

async function isOld(storage: Deps['storage'], key: string, before: number): Promise<boolean> {
  const object = await storage.stat(key)
  return object !== undefined && object.modified.getTime() <= before
}

/** The second segment of a key without its endings is the hash that the renditions of a clip share; a sheet has its own. */
const nameOf = (key: string) => (key.split('/')[1] ?? '').split('.')[0] ?? ''

async function namesInUse(db: Deps['db']): Promise<Set<string>> {
  const rows = await db.selectFrom('medias').select(['poster_base', 'cloudpath']).execute()
  const sheets = await db
    .selectFrom('promotions')
    .select('og_image_url')
    .unionAll(db.selectFrom('collections').select('og_image_url'))
    .execute()
  return new Set([
    ...rows.flatMap((row) => [basename(row.poster_base), nameOf(row.cloudpath)]),
    ...sheets.map(({ og_image_url }) => basename(og_image_url, '.jpg')),
  ])
}
