import type { Source } from '#contract/clips.ts'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { viewSources } from './source-view.ts'

/** One catalogue item by its public id. @throws AppError('mediaNotFound') */
export async function getSource({ db }: Pick<Deps, 'db'>, id: number): Promise<Source> {
  const rows = await db.selectFrom('sources').selectAll().where('id', '=', id).execute()
  const [source] = await viewSources(db, rows)
  if (!source) throw new AppError('mediaNotFound')
  return source
}
