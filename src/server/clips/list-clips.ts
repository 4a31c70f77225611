import type { Deps } from '#server/deps.ts'

/** One line of `nagare clips list`. */
export interface ClipLine {
  id: number
  title: string
  title_ja: string
  category: string
  license_type: 'commercial' | 'editorial'
  width: number
  height: number
  /** Seconds. */
  duration: number
  loop_difference: number
  original_filename: string
  created: string
}

/** Every clip, oldest first, for the command line. */
export function listClips({ db }: Pick<Deps, 'db'>): Promise<ClipLine[]> {
  return db
    .selectFrom('sources')
    .innerJoin('medias', 'medias.source_id', 'sources.id')
    .select([
      'sources.id',
      'title',
      'title_ja',
      'sources.category',
      'license_type',
      'medias.width',
      'medias.height',
    ])
    .select(['duration', 'loop_difference', 'original_filename', 'sources.created'])
    .orderBy('sources.id')
    .execute()
}
