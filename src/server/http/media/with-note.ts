import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ByteRange, Storage, StoredObject } from '#server/media/storage.ts'

/** A stored film followed by its note, and how to read ranges of the two. */
export function withNote(storage: Pick<Storage, 'read'>, film: StoredObject, note: Buffer) {
  const etag = `${film.etag}-${hash('sha256', note).slice(0, 8)}`
  const object: StoredObject = { ...film, size: film.size + note.length, etag }
  async function* parts({ start, end }: ByteRange) {
    if (start < film.size) yield* await storage.read(film.key, { start, end: Math.min(end, film.size - 1) })
    if (end >= film.size) yield note.subarray(Math.max(0, start - film.size), end - film.size + 1)
  }
  return {
    object,
    read: async (_: string, range: ByteRange = { start: 0, end: object.size - 1 }) =>
      Readable.from(parts(range)),
  }
}
