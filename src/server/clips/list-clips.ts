import type { Deps } from '#server/deps.ts'

/** One line of `nagare clips list`. The duration is in seconds. */
export type ClipLine = Awaited<ReturnType<typeof listClips>>[number]

/** Every clip, oldest first, for the command line. */
export function listClips({ db }: Pick<Deps, 'db'>) {
  return db
    .selectFrom('sources')
    .innerJoin('medias', 'medias.source_id', 'sources.id')
    .select(['sources.id', 'title', 'title_ja', 'sources.category', 'license_type'])
    .select(['medias.width', 'medias.height', 'duration', 'loop_difference', 'original_filename'])
    .select('sources.created')
    .orderBy('sources.id')
    .execute()
}
