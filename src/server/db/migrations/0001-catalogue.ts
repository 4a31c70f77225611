import { sql } from 'kysely'
import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'

export async function up(db: AnyDatabase): Promise<void> {
  const { id, text, integer, real } = columnsOf(db)

  await createTable(db, 'categories')
    .addColumn('key', text, (column) => column.primaryKey().notNull())
    .addColumn('label', text, (column) => column.notNull())
    .addColumn('label_ja', text, (column) => column.notNull())
    .addColumn('position', integer, (column) => column.notNull())
    .execute()

  await createTable(db, 'sources')
    .addColumn('id', id)
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('title_ja', text, (column) => column.notNull())
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('description_ja', text, (column) => column.notNull())
    .addColumn('file_name', text, (column) => column.notNull())
    .addColumn('tags', text, (column) => column.notNull())
    .addColumn('keywords', text, (column) => column.notNull())
    .addColumn('keywords_ja', text, (column) => column.notNull())
    .addColumn('source', text, (column) => column.notNull())
    .addColumn('user_name', text, (column) => column.notNull())
    .addColumn('license', text, (column) => column.notNull())
    .addColumn('license_type', text, (column) =>
      column.notNull().check(sql`license_type in ('commercial', 'editorial')`),
    )
    .addColumn('width', integer, (column) => column.notNull())
    .addColumn('height', integer, (column) => column.notNull())
    .addColumn('source_url', text, (column) => column.notNull())
    .addColumn('source_url_image', text, (column) => column.notNull())
    .addColumn('source_url_source', text, (column) => column.notNull())
    .addColumn('date_created', text, (column) => column.notNull().defaultTo(''))
    .addColumn('category', text, (column) =>
      column.notNull().references('categories.key').onUpdate('cascade').onDelete('restrict'),
    )
    .addColumn('popularity', real, (column) => column.notNull())
    .addColumn('content_hash', text, (column) => column.notNull().unique())
    .addColumn('created', text, (column) => column.notNull())
    .execute()

  await createTable(db, 'medias')
    .addColumn('id', id)
    .addColumn('source_id', integer, (column) =>
      column.notNull().unique().references('sources.id').onDelete('cascade'),
    )
    .addColumn('file_name', text, (column) => column.notNull())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('license', text, (column) => column.notNull())
    .addColumn('width', integer, (column) => column.notNull())
    .addColumn('height', integer, (column) => column.notNull())
    .addColumn('duration', real, (column) => column.notNull())
    .addColumn('frame_rate', real, (column) => column.notNull())
    .addColumn('bit_rate', integer, (column) => column.notNull())
    .addColumn('cloudpath', text, (column) => column.notNull().unique())
    .addColumn('byte_size', integer, (column) => column.notNull())
    .addColumn('modifier_model', text, (column) => column.notNull())
    .addColumn('modifier_company', text, (column) => column.notNull())
    .addColumn('file_url', text, (column) => column.notNull())
    .addColumn('video_url', text, (column) => column.notNull())
    .addColumn('category', text, (column) => column.notNull())
    .addColumn('thumbnail_url', text, (column) => column.notNull())
    .addColumn('watermarked_url', text, (column) => column.notNull())
    .addColumn('preview_url', text, (column) => column.notNull())
    .addColumn('preview_av1_url', text, (column) => column.notNull())
    .addColumn('poster_base', text, (column) => column.notNull())
    .addColumn('poster_widths', text, (column) => column.notNull())
    .addColumn('dominant_color', text, (column) => column.notNull())
    .addColumn('thumbhash', text, (column) => column.notNull())
    .addColumn('loop_difference', real, (column) => column.notNull())
    .addColumn('original_filename', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .execute()

  await createIndexes(db, 'medias', { medias_by_original_filename: ['original_filename'] })
  // Every list is read from an index, in order.
  await createIndexes(db, 'sources', {
    sources_popular: ['popularity desc', 'id desc'],
    sources_newest: ['created desc', 'id desc'],
    sources_popular_in_category: ['category', 'popularity desc', 'id desc'],
    sources_newest_in_category: ['category', 'created desc', 'id desc'],
  })
}
