import type { Kysely, Selectable } from 'kysely'
import type { Database, MediasTable, SourcesTable } from '#server/db/schema.ts'

/** What sitemaps say of a clip. */
export type ListedClip = Pick<
  Selectable<SourcesTable>,
  'id' | 'title' | 'title_ja' | 'description' | 'description_ja' | 'created'
> &
  Pick<Selectable<MediasTable>, 'thumbnail_url' | 'watermarked_url' | 'duration'>

/** Rows that are in memory at once. */
const BATCH = 500

/** The clips whose ids are above `after` and at most `upTo`, in the order of ids, read as they are asked for. */
export async function* listedClips(
  db: Kysely<Database>,
  { after, upTo }: { after: number; upTo: number },
): AsyncIterable<ListedClip> {
  let last = after
  while (true) {
    const rows = await clipsAfter(db, last).where('sources.id', '<=', upTo).limit(BATCH).execute()
    yield* rows
    if (rows.length < BATCH) return
    last = rows.at(-1)!.id
  }
}

function clipsAfter(db: Kysely<Database>, id: number) {
  return db
    .selectFrom('sources')
    .innerJoin('medias', 'medias.source_id', 'sources.id')
    .select(['sources.id', 'title', 'title_ja', 'description', 'description_ja', 'sources.created'])
    .select(['thumbnail_url', 'watermarked_url', 'duration'])
    .where('sources.id', '>', id)
    .orderBy('sources.id')
}
