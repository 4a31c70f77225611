import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './db/schema.ts'
import type { Storage } from './media/storage.ts'

/** What every use case is handed; opened once per process by openDeps() in open-deps.ts. */
export interface Deps {
  db: Kysely<Database>
  storage: Storage
  log: Logger
  /** The only source of time, so that tests can move it. */
  now: () => Date
}
