import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

/** Zeroes one page of a SQLite file: of a table or index by its name, or the first of the free pages. */
export async function zeroPage(db: Db, file: string, name: string): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  const { rows: sizes } = await sql<{ page_size: number }>`pragma page_size`.execute(db)
  const { page_size: size } = sizes[0]!
  const handle = await open(file, 'r+')
  try {
    let page: number
    if (name === 'freelist') {
      const trunk = Buffer.alloc(4)
      await handle.read(trunk, 0, 4, 32)
      page = trunk.readUInt32BE()
    } else {
      const { rows } = await sql<{ pageno: number }>`
        select pageno from dbstat where name = ${name} and pagetype = 'leaf' order by pageno desc limit 1`.execute(
        db,
      )
      page = rows[0]!.pageno
    }
    if (page < 2) throw new Error(`${name} has no page of its own`)
    await handle.write(Buffer.alloc(size), 0, size, (page - 1) * size)
  } finally {
    await handle.close()
  }
}

/** Overwrites the last page of a table or an index of PostgreSQL, on the disk and in its cache. */
export async function spoilPage(db: Db, name: string, byte: number): Promise<void> {
  await sql`create extension if not exists pg_buffercache`.execute(db)
  await sql`checkpoint`.execute(db)
  const { rows } = await sql<{ folder: string; path: string; pages: number }>`
    select current_setting('data_directory') as folder, pg_relation_filepath(${name}::regclass) as path,
      pg_relation_size(${name}::regclass) / 8192 as pages`.execute(db)
  const { folder, path, pages } = rows[0]!
  const handle = await open(join(folder, path), 'r+')
  await handle.write(Buffer.alloc(8192, byte), 0, 8192, (pages - 1) * 8192).finally(() => handle.close())
  await sql`select pg_buffercache_evict_relation(${name}::regclass)`.execute(db)
}
