import type { LibraryIds, LibraryPage, LibraryQuery, LibraryRow } from '#contract/studio/library.ts'
import { MOST_SELECTED, missingOf } from '#domain/studio/library-filters.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { publicationsGivenUp } from '../clip/publication-failures.ts'
import { listIds } from './list-ids.ts'
import type { Listed } from './plan.ts'

const PAGE = 100
/** Ids per read, so that visitors are answered in between. */
const IDS_AT_ONCE = 2_000

/** A page of the library, in any state. @throws AppError('badRequest') for an invalid `after` */
export async function listLibrary(
  { db }: Pick<Deps, 'db'>,
  { after, ...listed }: LibraryQuery,
): Promise<LibraryPage> {
  const { ids, next } = await listIds(db, listed, { after, limit: PAGE })
  return { rows: await rowsOf(db, ids), next }
}

/** All clips of a list, in its order, up to MOST_SELECTED; `more` if there are more. */
export async function allIds({ db }: Pick<Deps, 'db'>, listed: Listed): Promise<LibraryIds> {
  const ids: number[] = []
  let after: string | undefined
  while (ids.length <= MOST_SELECTED) {
    const page = await listIds(db, listed, { after, limit: IDS_AT_ONCE })
    ids.push(...page.ids)
    if (page.next === null) break
    after = page.next
    await new Promise(setImmediate)
  }
  return { ids: ids.slice(0, MOST_SELECTED), more: ids.length > MOST_SELECTED }
}

async function rowsOf(db: Db, ids: readonly number[]): Promise<LibraryRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('library')
    .innerJoin('medias', 'medias.source_id', 'library.id')
    .select(['library.id', 'title', 'title_ja', 'description', 'description_ja', 'keywords', 'keywords_ja'])
    .select(['state', 'publish_at', 'version', 'library.category', 'license_type', 'user_name', 'ai'])
    .select([
      'added',
      'library.created',
      'updated',
      'downloads',
      'library.width',
      'library.height',
      'duration',
    ])
    .select(['poster_base', 'poster_widths', 'dominant_color', 'original_filename'])
    .where(oneOf(db, 'library.id', ids))
    .execute()
  const failed = await publicationsGivenUp(db, ids)
  const byId = new Map(
    rows.map(({ description, description_ja, keywords, keywords_ja, ...row }) => [
      row.id,
      {
        ...row,
        publish_failed: failed.has(row.id),
        poster_widths: JSON.parse(row.poster_widths) as number[],
        missing: missingOf({
          ...row,
          description,
          description_ja,
          keywords: JSON.parse(keywords),
          keywords_ja: JSON.parse(keywords_ja),
        }),
      },
    ]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}
