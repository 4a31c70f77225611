import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Db } from '#server/db/schema.ts'
import type { Storage } from '#server/media/storage.ts'
import type { UploadLease } from '../upload-lease.ts'
import { PieceWriter } from './piece-writer.ts'
import type { UploadFiles, UploadWriter } from './upload-files.ts'

const FOLDER = 'uploads'
const TYPE = 'application/octet-stream'

/**
 * Objects of the bucket, one for each piece of an upload. The database lists those that count: a piece that arrives
 * after its lease was lost has a key of its own and is not in the list.
 */
export class S3Files implements UploadFiles {
  readonly #db: Db
  readonly #storage: Storage
  readonly #storeMs: number | undefined

  constructor(db: Db, storage: Storage, storeMs?: number) {
    this.#db = db
    this.#storage = storage
    this.#storeMs = storeMs
  }

  /** A former release counted bytes that are no pieces. */
  async recount(lease: UploadLease): Promise<void> {
    const stored = (await this.received(lease.id)) ?? 0
    if (stored !== lease.received) await lease.record(stored)
  }

  async write(lease: UploadLease): Promise<UploadWriter> {
    const store = async (piece: Buffer) => {
      const start = lease.received
      await this.#storage.put(keyOf({ upload_id: lease.id, start, lease: lease.number }), piece, TYPE)
      await addPiece(lease, piece.length)
    }
    return new PieceWriter(lease, store, this.#storeMs)
  }

  async put(lease: UploadLease, path: string): Promise<void> {
    const key = keyOf({ upload_id: lease.id, start: 0, lease: lease.number })
    await this.#storage.put(key, createReadStream(path), TYPE)
    await addPiece(lease, lease.bytes)
  }

  async received(id: string): Promise<number | undefined> {
    const last = (await this.#pieces(id)).at(-1)
    return last && last.start + last.bytes
  }

  /** A bucket has no limit. */
  async hasRoom(): Promise<boolean> {
    return true
  }

  async read(id: string): Promise<Readable> {
    const pieces = await this.#pieces(id)
    const storage = this.#storage
    async function* bytes() {
      for (const piece of pieces) yield* await storage.read(keyOf(piece))
    }
    return Readable.from(bytes(), { objectMode: false })
  }

  async place(id: string, path: string, signal?: AbortSignal): Promise<void> {
    await pipeline(await this.read(id), createWriteStream(path, { flags: 'wx' }), { signal })
  }

  async remove(id: string): Promise<void> {
    await this.#db.deleteFrom('upload_pieces').where('upload_id', '=', id).execute()
    for await (const key of this.#storage.list(`${FOLDER}/${id}`)) await this.#storage.delete(key)
    // A former release kept the whole upload as one object.
    const whole = `${FOLDER}/${id}`
    if (await this.#storage.stat(whole)) await this.#storage.delete(whole)
  }

  async *ids(): AsyncIterable<string> {
    for await (const key of this.#storage.list(FOLDER)) {
      const [id] = /[0-9a-f]{32}/.exec(key) ?? []
      if (id) yield id
    }
  }

  #pieces(id: string): Promise<Piece[]> {
    return this.#db
      .selectFrom('upload_pieces')
      .selectAll()
      .where('upload_id', '=', id)
      .orderBy('start')
      .execute()
  }
}

interface Piece {
  upload_id: string
  start: number
  bytes: number
  lease: number
}

/** Without a lease it is a whole upload of a former release. */
function keyOf({ upload_id, start, lease }: Omit<Piece, 'bytes'>): string {
  return lease === 0 ? `${FOLDER}/${upload_id}` : `${FOLDER}/${upload_id}/${start}-${lease}`
}

async function addPiece(lease: UploadLease, bytes: number): Promise<void> {
  const { id: upload_id, received: start, number } = lease
  const piece = { upload_id, start, bytes, lease: number }
  await lease.record(start + bytes, (trx) => trx.insertInto('upload_pieces').values(piece).execute())
}
