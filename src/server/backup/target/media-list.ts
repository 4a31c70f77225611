import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { StoredObject } from '#server/media/storage.ts'

export interface ListedObject {
  key: string
  /** Bytes. */
  size: number
  /** The store's validator. */
  etag: string
  contentType: string
  sha256: string
}

/** Which objects a backup has. A SQLite file, since a library of a million clips has eight million of them. */
export class MediaList {
  readonly #db: DatabaseSync
  readonly #has: StatementSync

  constructor(file: string) {
    this.#db = new DatabaseSync(file)
    this.#db.exec('pragma journal_mode = off; pragma synchronous = off')
    this.#db.exec(`create table if not exists media (
      key text primary key not null, size integer not null, etag text not null,
      content_type text not null, sha256 text not null
    ) strict, without rowid`)
    // Called for nine files of each clip.
    this.#has = this.#db.prepare('select 1 from media where key = ?')
    this.#db.exec('create temp table held (sha256 text primary key not null) without rowid')
  }

  has(key: string): boolean {
    return this.#has.get(key) !== undefined
  }

  /** The object as it was listed; undefined for one that has changed since. */
  find({ key, size, etag }: Pick<StoredObject, 'key' | 'size' | 'etag'>): ListedObject | undefined {
    const found = this.get(key)
    return found?.size === size && found.etag === etag ? found : undefined
  }

  get(key: string): ListedObject | undefined {
    return this.#db.prepare(`select ${COLUMNS} from media where key = ?`).get(key) as ListedObject | undefined
  }

  add({ key, size, etag, contentType, sha256 }: ListedObject): void {
    this.#db
      .prepare('insert or replace into media values (?, ?, ?, ?, ?)')
      .run(key, size, etag, contentType, sha256)
  }

  *all(): Iterable<ListedObject> {
    yield* this.#db
      .prepare(`select ${COLUMNS} from media order by key`)
      .iterate() as unknown as Iterable<ListedObject>
  }

  /** Some objects, chosen anew at each call. */
  sample(most: number): ListedObject[] {
    const query = `select ${COLUMNS} from media order by random() limit ?`
    return this.#db.prepare(query).all(most) as unknown as ListedObject[]
  }

  /** An object that the target does not hold. */
  firstNotHeld(): ListedObject | undefined {
    const query = `select ${COLUMNS} from media where sha256 not in (select sha256 from held) limit 1`
    return this.#db.prepare(query).get() as ListedObject | undefined
  }

  /** Remembers that the target holds these bytes, for as long as the list is open. */
  hold(sha256: string): void {
    this.#db.prepare('insert or ignore into held values (?)').run(sha256)
  }

  release(sha256: string): void {
    this.#db.prepare('delete from held where sha256 = ?').run(sha256)
  }

  releaseAll(): void {
    this.#db.exec('delete from held')
  }

  holds(sha256: string): boolean {
    return this.#db.prepare('select 1 from held where sha256 = ?').get(sha256) !== undefined
  }

  *held(): Iterable<string> {
    for (const { sha256 } of this.#db.prepare('select sha256 from held').iterate()) yield sha256 as string
  }

  sum(): { objects: number; objectBytes: number } {
    const query = 'select count(*) as objects, coalesce(sum(size), 0) as objectBytes from media'
    return this.#db.prepare(query).get() as { objects: number; objectBytes: number }
  }

  /** May be called again. */
  close(): void {
    if (this.#db.isOpen) this.#db.close()
  }
}

const COLUMNS = 'key, size, etag, content_type as contentType, sha256'
