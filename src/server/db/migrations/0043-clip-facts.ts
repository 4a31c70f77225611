import { type AnyDatabase, columnsOf } from '../create-table.ts'

const TEXTS = {
  medias: ['modifier_date', 'still_license', 'still_license_url', 'content_credentials'],
  downloads: ['digital_source_type'],
}

/** How clips loop, when they were made, the licence of their photograph, and what their masters carry. */
export async function up(db: AnyDatabase): Promise<void> {
  const { real, integer, text } = columnsOf(db)
  await db.schema.alterTable('medias').addColumn('seam', real).execute()
  await db.schema.alterTable('downloads').addColumn('ai', integer).execute()
  for (const [table, columns] of Object.entries(TEXTS))
    for (const column of columns)
      await db.schema
        .alterTable(table)
        .addColumn(column, text, (each) => each.notNull().defaultTo(''))
        .execute()
}
