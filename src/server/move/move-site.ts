import type { Config } from '#server/config/config.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Storage } from '#server/media/storage.ts'
import { rebuildIndex } from '#server/search/index/rebuild-index.ts'
import { copyMedia, type MediaPass, settleMedia } from './copy-media.ts'
import { type CopiedTable, copyTables } from './copy-tables.ts'
import { openMediaJournal } from './media-journal.ts'
import { allowWrites, stopWrites, writesAreStopped } from './write-stop.ts'

/** Passes over the media of a living site, until one finds nothing new. */
const MOST_PASSES = 5

/** The target; what is absent does not move. */
export interface Target {
  db?: Db | undefined
  storage?: { store: Storage; name: string } | undefined
}

export interface MoveOptions {
  signal: AbortSignal
  /** One line of progress. */
  say(line: string): void
}

export interface Moved {
  tables: CopiedTable[]
  media: number
  /** How long writes have been stopped. */
  stoppedMs: number
}

/** The operator must do something first. */
export class MoveRefused extends Error {}

/**
 * Copies a running site: first its media, then, with writes stopped, later media and the database. Writes stay stopped
 * afterwards, so that nothing is written to the old place. If it fails, they are allowed again; if it is killed, they
 * stay stopped until the next run. @throws MoveRefused, TargetInUse
 */
export async function moveSite(
  { deps, dataDir }: { deps: Deps; dataDir: Config['dataDir'] },
  target: Target,
  { signal, say }: MoveOptions,
): Promise<Moved> {
  const { db } = deps
  if (target.db) await prepare(target.db)
  const { storage } = target
  const stores = storage && {
    ...{ from: deps.storage, to: storage.store, signal },
    journal: await openMediaJournal(dataDir, storage.name),
  }
  if (stores) {
    await refuseUploads(db)
    for (let pass = 1; pass <= MOST_PASSES; pass++) {
      const { objects, copied, bytes } = await copyMedia(stores, sayProgress(say))
      say(
        `media: ${objects} objects, ${copied} of them copied now (${bytes} bytes), each read back and compared`,
      )
      if (copied === 0) break
    }
  }
  const started = performance.now()
  await stopWrites(db)
  say('writes are stopped: visitors read on, and whatever would be written is answered with 503')
  try {
    // The same database may have two names.
    if (target.db) await refuseStopped(target.db)
    let media = 0
    if (stores) {
      await refuseUploads(db)
      media = (await copyMedia(stores)).objects
      await settleMedia(stores)
    }
    const tables = target.db ? await moveDatabase({ from: db, to: target.db }, { signal, say }) : []
    signal.throwIfAborted()
    return { tables, media, stoppedMs: performance.now() - started }
  } catch (error) {
    await allowWrites(db)
    say('writes are allowed again')
    throw error
  }
}

async function prepare(to: Db): Promise<void> {
  await migrateToLatest(to)
  await refuseStopped(to)
}

async function refuseStopped(to: Db): Promise<void> {
  if (await writesAreStopped(to))
    throw new MoveRefused(
      'the target refuses writes, since it is the site’s own database or has moved on itself: give an empty one',
    )
}

async function moveDatabase(databases: { from: Db; to: Db }, { signal, say }: MoveOptions) {
  const tables = await copyTables(databases, ({ name, rows, checksum }) => {
    signal.throwIfAborted()
    if (rows > 0) say(`${name}: ${rows} rows, SHA-256 ${checksum.slice(0, 16)}… in both`)
  })
  const clips = await rebuildIndex({ db: databases.to })
  say(`search index: ${clips} clips`)
  return tables
}

/** Neither store's media include their bytes. */
async function refuseUploads(db: Db): Promise<void> {
  const { waiting } = await db
    .selectFrom('uploads')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('held', '=', 'upload')
    .executeTakeFirstOrThrow()
  if (waiting > 0)
    throw new MoveRefused(
      `${waiting} uploads are on their way into the library: let the workers finish, or discard them in the studio`,
    )
}

function sayProgress(say: MoveOptions['say']): (pass: MediaPass) => void {
  const EVERY = 1_000
  return ({ copied, bytes }) => {
    if (copied % EVERY === 0) say(`media: ${copied} copied, ${bytes} bytes`)
  }
}
