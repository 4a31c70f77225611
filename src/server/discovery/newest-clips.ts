import type { Source } from '#contract/clips.ts'
import { viewSources } from '#server/clips/source-view.ts'
import type { Deps } from '#server/deps.ts'

/** The clips that were published last, of one category or of all, the newest first. */
export async function newestClips(
  { db }: Pick<Deps, 'db'>,
  { category, limit }: { category?: string; limit: number },
): Promise<Source[]> {
  const newest = db
    .selectFrom('sources')
    .selectAll()
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  const rows = await (category === undefined ? newest : newest.where('category', '=', category)).execute()
  return viewSources(db, rows)
}
