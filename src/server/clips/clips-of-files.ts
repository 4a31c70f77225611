import type { Source } from '#contract/clips.ts'
import type { Deps } from '#server/deps.ts'
import { viewSources } from './source-view.ts'

/** A place on a page for a clip. */
export interface Place {
  /** The file that its clip was made from. */
  file: string
  /** Which other clip may take its place; any may, where this is not given. */
  suits?: (source: Source) => boolean
}

/** How many of the popular clips are looked at. */
const POPULAR = 40

/**
 * A clip for each place: the one that was made from its file, else the most popular one that suits and stands nowhere
 * else; undefined where there is none.
 */
export async function clipsOfFiles(
  { db }: Pick<Deps, 'db'>,
  places: readonly Place[],
): Promise<(Source | undefined)[]> {
  const files = places.map(({ file }) => file)
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
  return withSubstitutes(places, found, popular)
}

function withSubstitutes(
  places: readonly Place[],
  found: readonly (Source | undefined)[],
  popular: readonly Source[],
): (Source | undefined)[] {
  const used = new Set(found.map((source) => source?.id))
  return places.map(({ suits = () => true }, index) => {
    const source = found[index] ?? popular.find((other) => !used.has(other.id) && suits(other))
    used.add(source?.id)
    return source
  })
}
