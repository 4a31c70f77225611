import type { Source } from '#contract/clips/clips.ts'
import type { Deps } from '#server/deps.ts'
import { viewSources } from './source-view.ts'

/** A slot on a page for one clip. */
export interface Slot {
  /** Original file name of the clip to show. */
  file: string
  /** Which clips may replace it; any if undefined. */
  suits?: (source: Source) => boolean
}

/** The most popular clips, to choose replacements from. */
const POPULAR = 40

/** A clip for each slot: the one made from its file, else the most popular unused one that suits; undefined if none does. */
export async function clipsOfFiles(
  { db }: Pick<Deps, 'db'>,
  slots: readonly Slot[],
): Promise<(Source | undefined)[]> {
  const files = slots.map(({ file }) => file)
  const sources = db.selectFrom('sources').selectAll().orderBy('popularity', 'desc').orderBy('id', 'desc')
  const named = await sources
    .where('id', 'in', (eb) =>
      eb.selectFrom('medias').select('source_id').where('original_filename', 'in', files),
    )
    .limit(POPULAR)
    .execute()
    .then((rows) => viewSources(db, rows))
  const found = files.map((file) => named.find(({ media }) => media.original_filename === file))
  if (found.every((source) => source !== undefined)) return found
  const popular = await viewSources(db, await sources.limit(POPULAR).execute())
  return withSubstitutes(slots, found, popular)
}

function withSubstitutes(
  slots: readonly Slot[],
  found: readonly (Source | undefined)[],
  popular: readonly Source[],
): (Source | undefined)[] {
  const used = new Set(found.map((source) => source?.id))
  return slots.map(({ suits = () => true }, index) => {
    const source = found[index] ?? popular.find((other) => !used.has(other.id) && suits(other))
    used.add(source?.id)
    return source
  })
}
