import type { CategoryLines } from '#contract/studio/clips/categories.ts'
import type { Deps } from '#server/deps.ts'
import { MOVE_KIND, type MoveOrder } from './move-clips-job.ts'

/** All categories in the order of the bar, those without clips too, and where former keys lead. */
export async function listCategoryLines({ db }: Pick<Deps, 'db'>): Promise<CategoryLines> {
  const [categories, counts, former, moves] = await Promise.all([
    db.selectFrom('categories').selectAll().orderBy('position').orderBy('key').execute(),
    db
      .selectFrom('library')
      .select(({ fn }) => ['category', 'state', fn.countAll<number | string>().as('clips')])
      .groupBy(['category', 'state'])
      .execute(),
    db.selectFrom('category_moves').select(['key', 'moved_to']).orderBy('key').execute(),
    db
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', MOVE_KIND)
      .where('finished_at', 'is', null)
      .execute(),
  ])
  const clips = new Map(counts.map((count) => [`${count.category} ${count.state}`, Number(count.clips)]))
  const moving = new Map(
    moves.map(({ payload }) => JSON.parse(payload) as MoveOrder).map(({ from, to }) => [from, to]),
  )
  return {
    categories: categories.map(({ key, label, label_ja }) => ({
      key,
      label,
      label_ja,
      published: clips.get(`${key} published`) ?? 0,
      drafts: clips.get(`${key} draft`) ?? 0,
      hidden: clips.get(`${key} hidden`) ?? 0,
      moving_to: moving.get(key) ?? null,
    })),
    former,
  }
}
