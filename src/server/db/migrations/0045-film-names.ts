import { type AnyDatabase, createIndexes } from '../create-table.ts'

/** Clips are found by the names of their saved films. */
export async function up(db: AnyDatabase): Promise<void> {
  await createIndexes(db, 'medias', { medias_by_file_name: ['file_name'] })
}
