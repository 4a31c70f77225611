import { Readable } from 'node:stream'
import type { Site } from '#server/config/config.ts'
import { compNote } from '#server/media/comp-note.ts'
import type { ByteRange, Storage, StoredObject } from '#server/media/storage.ts'

/** A stored watermarked film followed by the note of a comp, and how to read ranges of the two. */
export function asComp(
  storage: Pick<Storage, 'read'>,
  film: StoredObject,
  { id, site }: { id: number; site: Pick<Site, 'url'> },
) {
  const note = compNote({ id, address: new URL(`/m/${id}`, site.url).href })
  const object: StoredObject = { ...film, size: film.size + note.length, etag: `${film.etag}-comp-${id}` }
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
