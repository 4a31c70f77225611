import type { Db } from '#server/db/schema.ts'
import { POSTER_FORMS } from '#server/ingest/plan/rendition-keys.ts'

const BATCH = 1_000

export interface NamedFile {
  key: string
  /** Such as `clip 12` or `promotion kyoto`. */
  owner: string
  /** Bytes, if the row has them. */
  size?: number
}

/** Every file that clips, sets and the shop's look name. Originals are left out, since they are optional. */
export async function* namedFiles(db: Db): AsyncIterable<NamedFile> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('medias')
      .innerJoin('library', 'library.id', 'source_id')
      .select(['source_id', 'poster_base', 'poster_widths', 'preview_url', 'preview_av1_url'])
      .select(['watermarked_url', 'cloudpath', 'byte_size', 'source_url_image'])
      .where('source_id', '>', last)
      .orderBy('source_id')
      .limit(BATCH)
      .execute()
    for (const row of rows) yield* filesOf(row)
    if (rows.length < BATCH) break
    last = rows.at(-1)!.source_id
  }
  for (const table of ['promotions', 'collections'] as const) {
    const sets = await db.selectFrom(table).select(['name', 'og_image_url']).execute()
    for (const { name, og_image_url } of sets)
      if (og_image_url.startsWith('/media/')) yield { key: keyOf(og_image_url), owner: `set ${name}` }
  }
  // A backup may be older than the table.
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'shop_pictures')) return
  for (const { name, bytes } of await db.selectFrom('shop_pictures').select(['name', 'bytes']).execute())
    yield { key: `shop/${name}`, owner: 'the shop', size: bytes }
}

interface Row {
  source_id: number
  poster_base: string
  poster_widths: string
  preview_url: string
  preview_av1_url: string
  watermarked_url: string
  source_url_image: string
  cloudpath: string
  byte_size: number
}

function* filesOf(row: Row): Iterable<NamedFile> {
  const owner = `clip ${row.source_id}`
  const poster = keyOf(row.poster_base)
  for (const width of JSON.parse(row.poster_widths) as number[])
    for (const form of POSTER_FORMS) yield { key: `${poster}/${width}.${form}`, owner }
  for (const url of [row.preview_url, row.preview_av1_url, row.watermarked_url, row.source_url_image])
    if (url) yield { key: keyOf(url), owner }
  yield { key: row.cloudpath, owner, size: row.byte_size }
}

const keyOf = (url: string) => url.replace(/^\/media\//, '')
