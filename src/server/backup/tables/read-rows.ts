import { createHash, type Hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import type { BackupTable } from './backup-tables.ts'

/** Below SQLite's 32,766 parameters of a statement. */
const MOST_VALUES = 20_000
const MOST_ROWS = 1_000

export type Row = Record<string, string | number | null>

/** A table's contents, in a form that is the same on both engines. */
export interface Contents {
  rows: number
  /** SHA-256 of all rows in the order of their key, hex. */
  checksum: string
}

/** Hashes rows in the order of their key. */
export class Checksum {
  readonly #hash: Hash = createHash('sha256')
  readonly #table: BackupTable
  #rows = 0

  constructor(table: BackupTable) {
    this.#table = table
  }

  add(rows: readonly Row[]): void {
    for (const row of rows)
      this.#hash.update(`${JSON.stringify(this.#table.columns.map((column) => row[column]))}\n`)
    this.#rows += rows.length
  }

  contents(): Contents {
    return { rows: this.#rows, checksum: this.#hash.digest('hex') }
  }
}

/** All rows, in batches, in the order of their key, which is by bytes on both engines. */
export async function* readRows(db: Db, { name, columns, key }: BackupTable): AsyncIterable<Row[]> {
  const list = sql.join(columns.map((column) => sql.ref(column)))
  const order = sql.join(key.map((column) => sql.ref(column)))
  const most = sql.lit(Math.min(MOST_ROWS, Math.floor(MOST_VALUES / columns.length)))
  let last: Row | undefined
  while (true) {
    const after = last ? sql`where (${order}) > (${sql.join(key.map((column) => last?.[column]))})` : sql``
    const { rows } = await sql<Row>`
      select ${list} from ${sql.table(name)} ${after} order by ${order} limit ${most}`.execute(db)
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)
  }
}

/** Reads the whole table. */
export async function contentsOf(db: Db, table: BackupTable): Promise<Contents> {
  const checksum = new Checksum(table)
  for await (const rows of readRows(db, table)) checksum.add(rows)
  return checksum.contents()
}

export async function isEmpty(db: Db, { name }: BackupTable): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
  return rows.length === 0
}
