import { sql } from 'kysely'
import { type AnyDatabase, columnsOf } from '../create-table.ts'

/** The columns of the view `sources` before and after the texts. */
const FIRST = ['id']
const REST = [
  ...['file_name', 'tags', 'keywords', 'keywords_ja', 'source', 'user_name', 'license', 'license_type'],
  ...['width', 'height', 'source_url', 'source_url_image', 'source_url_source', 'date_created', 'category'],
  ...['popularity', 'content_hash', 'created', 'ai'],
]
const TEXTS = ['title', 'description']

/**
 * Editors choose where poster and hover preview come from. They may also leave a language out: the view then gives
 * visitors the other language's text, while the library keeps the empty one.
 */
export async function up(db: AnyDatabase): Promise<void> {
  const { real } = columnsOf(db)
  for (const column of ['poster_at', 'preview_at'])
    await db.schema.alterTable('medias').addColumn(column, real).execute()
  await db.schema.dropView('sources').execute()
  const texts = TEXTS.flatMap((text) => [orElse(text, `${text}_ja`), orElse(`${text}_ja`, text)])
  const columns = [...FIRST.map(column), ...texts, ...REST.map(column)]
  await sql`create view sources as select ${sql.join(columns)} from library where state = 'published'`.execute(
    db,
  )
}

const column = (name: string) => sql`${sql.ref(name)}`

const orElse = (name: string, other: string) =>
  sql`cast(coalesce(nullif(${sql.ref(name)}, ''), ${sql.ref(other)}) as text) as ${sql.ref(name)}`
