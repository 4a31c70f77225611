import type { AnyDatabase } from './tables.ts'

/** For pages that show certain clips by the name of the file that they were made from. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createIndex('medias_by_original_filename')
    .on('medias')
    .column('original_filename')
    .execute()
}
