import { type Kysely, sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { chance } from './chance.ts'
import { clipLook } from './clip-looks.ts'
import { clipTexts } from './clip-texts.ts'

const BATCH = 2_000
const TABLES = ['library', 'medias', 'source_words', 'clip_looks'] as const
export const CATEGORIES = ['temples', 'city', 'nature', 'seasons', 'food', 'crafts', 'festivals', 'travel']
const SIZES = [
  [1920, 1080],
  [1920, 1080],
  [1920, 1080],
  [1080, 1920],
  [1080, 1080],
] as const
const MAKERS = 400
const FIRST = Date.parse('2021-01-01T00:00:00.000Z')
const INTERVAL_MS = 150_000

/** Writes clips numbered from 1 into an empty, migrated database, the same each time, without indexing them. */
export async function fillCatalogue(
  db: Kysely<Database>,
  clips: number,
  onProgress: (done: number) => void,
): Promise<void> {
  await db
    .insertInto('categories')
    .values(CATEGORIES.map((key, position) => ({ key, label: key, label_ja: key, position })))
    .execute()
  for (let first = 1; first <= clips; first += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, clips - first + 1) }, (_, n) => first + n)
    const rows = numbers.map(generateClip)
    await db.transaction().execute(async (trx) => {
      for (const table of TABLES)
        await insert(
          trx,
          table,
          rows.map((row) => row[table]),
        )
    })
    onProgress(numbers.at(-1)!)
  }
  if (engineOf(db) === 'postgres')
    for (const table of ['library', 'medias']) await moveSequence(db, table, clips)
}

/** The ids were explicit, so the sequence must be moved past them. */
async function moveSequence(db: Kysely<Database>, table: string, from: number): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${from})`.execute(db)
}

function generateClip(id: number) {
  const next = chance(id * 40_503)
  const [width, height] = SIZES[Math.floor(next() * SIZES.length)]!
  const category = CATEGORIES[Math.floor(next() ** 2 * CATEGORIES.length)]!
  const duration = 4 + Math.floor(next() ** 2 * 400) / 10
  const created = new Date(FIRST + id * INTERVAL_MS).toISOString()
  const { keywords, keywords_ja, words, ...texts } = clipTexts(id)
  const name = `clip-${id}`
  const license = 'Nagare licence'
  const source = {
    id,
    ...texts,
    file_name: `${name}.mp4`,
    tags: '[]',
    keywords: JSON.stringify(keywords),
    keywords_ja: JSON.stringify(keywords_ja),
    source: 'archive',
    user_name: `maker ${Math.floor(next() * MAKERS)}`,
    license,
    license_type: next() < 0.1 ? 'editorial' : 'commercial',
    width,
    height,
    source_url: '',
    source_url_image: '',
    source_url_source: '',
    category,
    popularity: next() ** 6 * 100,
    content_hash: name,
    created,
    added: created,
    updated: created,
  }
  const media = {
    id,
    source_id: id,
    file_name: `${name}.mp4`,
    type: 'video',
    license,
    width,
    height,
    duration,
    frame_rate: 30,
    bit_rate: 4_000_000,
    cloudpath: `full/${name}.mp4`,
    byte_size: 5_000_000,
    modifier_model: '',
    modifier_company: '',
    file_url: `/api/medias/${id}/video`,
    video_url: `/api/medias/${id}/video`,
    category,
    thumbnail_url: `/media/poster/${name}/480.jpg`,
    watermarked_url: `/media/watermarked/${name}.mp4`,
    preview_url: `/media/preview/${name}.mp4`,
    preview_av1_url: '',
    poster_base: `/media/poster/${name}`,
    poster_widths: '[240,480,960]',
    dominant_color: `#${Math.floor(next() * 2 ** 24)
      .toString(16)
      .padStart(6, '0')}`,
    thumbhash: '',
    loop_difference: 0.01,
    // Else a server measures it at its start, film by film.
    seam: (id % 40) / 10,
    original_filename: `${name}.mp4`,
    created,
  }
  return {
    library: source,
    medias: media,
    source_words: { source_id: id, words },
    clip_looks: clipLook(id),
  }
}

/** All rows in one JSON parameter, three times as fast as many parameters. */
async function insert(
  db: Kysely<Database>,
  table: (typeof TABLES)[number],
  rows: readonly Record<string, string | number>[],
): Promise<void> {
  const columns = Object.keys(rows[0]!)
  const names = sql.join(columns.map((name) => sql.id(name)))
  const json = JSON.stringify(rows.map((row) => Object.values(row)))
  if (engineOf(db) === 'sqlite') {
    const values = sql.join(columns.map((_, at) => sql`v.value ->> ${sql.lit(at)}`))
    await sql`insert into ${sql.id(table)} (${names}) select ${values} from json_each(${json}) as v`.execute(
      db,
    )
    return
  }
  const objects = JSON.stringify(rows)
  await sql`
    insert into ${sql.id(table)} (${names})
    select ${names} from json_populate_recordset(cast(null as ${sql.id(table)}), cast(${objects} as json))`.execute(
    db,
  )
}
