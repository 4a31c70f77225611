import type { Source } from '#contract/clips/clips.ts'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { viewSources } from './source-view.ts'

/** One source by its id; undefined if there is none. */
export async function findSource({ db }: Pick<Deps, 'db'>, id: number): Promise<Source | undefined> {
  const rows = await db.selectFrom('sources').selectAll().where('id', '=', id).execute()
  const [source] = await viewSources(db, rows)
  return source
}

/** @throws AppError('mediaNotFound') */
export async function getSource(deps: Pick<Deps, 'db'>, id: number): Promise<Source> {
  const source = await findSource(deps, id)
  if (!source) throw new AppError('mediaNotFound')
  return source
}
