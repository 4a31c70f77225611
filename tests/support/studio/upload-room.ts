import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Insertable, Kysely } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { openDiskStorage } from '#server/media/disk-storage.ts'
import { insertUpload } from '#server/uploads/create-upload.ts'
import { DiskFiles } from '#server/uploads/files/disk-files.ts'
import { S3Files } from '#server/uploads/files/s3-files.ts'
import { receiveBytes } from '#server/uploads/receive-bytes.ts'
import { takeLease } from '#server/uploads/upload-lease.ts'
import { watchedLogger } from '../leaks/watched-log.ts'

export const { signal: never } = new AbortController()
export const FILM = Buffer.from('a film of a few bytes')
export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** What the upload functions need: this database, files on disk or in pieces, counted so often while they arrive, and a log. */
export async function uploadRoom(db: Kysely<Database>, kind: 'disk' | 'pieces' = 'disk', countMs?: number) {
  const folder = await mkdtemp(join(tmpdir(), 'nagare-upload-room-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const signing = { keys: ['k'.repeat(43)], now: () => new Date() }
  const storage = await openDiskStorage(join(folder, 'media'), signing)
  const files =
    kind === 'disk' ? new DiskFiles(join(folder, 'uploads'), countMs) : new S3Files(db, storage, countMs)
  const limits = { maxBytes: 1_000, totalBytes: 2_500, keepOriginals: true, work: join(folder, 'work') }
  const logged: string[] = []
  const deps = {
    ...{ db, storage, now: () => new Date() },
    uploads: { files, ...limits },
    events: new EventEmitter() as Deps['events'],
    log: watchedLogger('trace', { write: (line) => logged.push(line) }),
  }
  const room = {
    deps,
    folder,
    logged,
    rowOf: (id: string) =>
      db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    statesOf: async (ids: readonly string[]) =>
      Promise.all(ids.map(async (id) => (await room.rowOf(id)).state)),
    /** An upload of FILM, of which nothing has been sent. */
    anUpload: (values: Partial<Insertable<Database['uploads']>> = {}) =>
      insertUpload(db, {
        ...{ file_name: 'a.mp4', kind: 'video', bytes: FILM.length, sha256: hashOf(FILM), closed: 1 },
        ...values,
      }),
    set: (id: string, values: object) => db.updateTable('uploads').set(values).where('id', '=', id).execute(),
    /** Its row was last changed, and ended, so many seconds ago. */
    age: (id: string, seconds: number, columns: readonly ('updated' | 'finished')[] = ['updated']) => {
      const at = new Date(Date.now() - seconds * 1000).toISOString()
      return room.set(id, Object.fromEntries(columns.map((column) => [column, at])))
    },
    take: (id: string) => takeLease(deps, id, { signal: never }),
    /** One request sends these bytes. */
    async send(id: string, bytes: Buffer): Promise<void> {
      const lease = await room.take(id)
      await receiveBytes(deps, lease, bodyOf(bytes))
      await lease.release()
    },
    jobsOf: async (id: string) => {
      const jobs = await db.selectFrom('jobs').select('unique_key').execute()
      return jobs.filter(({ unique_key }) => unique_key === `ingest:${id}`).length
    },
  }
  return room
}

/** Uploads with bytes in this place. */
export async function idsOf(files: Pick<DiskFiles, 'ids'>): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const id of files.ids()) ids.add(id)
  return ids
}

/** A request's body. */
export function bodyOf(...chunks: Buffer[]): Parameters<typeof receiveBytes>[2] {
  const body = new PassThrough()
  for (const chunk of chunks) body.write(Buffer.from(chunk))
  body.end()
  return body as unknown as Parameters<typeof receiveBytes>[2]
}
