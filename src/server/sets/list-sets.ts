import type { SetLine, SetList } from '#contract/sets.ts'
import { nextOffset, PAGE_SIZE } from '#domain/clips/paging.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { setSlug } from '#domain/sets/set-slug.ts'
import type { Deps } from '#server/deps.ts'
import { membersOf, setUrl, TABLES } from './set-kind.ts'

type ListDeps = Pick<Deps, 'db'> & { site: Pick<Deps['site'], 'url'> }

/** A page of sets of one kind with their figures, newest first. */
export async function listSets(
  { db, site }: ListDeps,
  kind: SetKind,
  { offset }: { offset: number },
): Promise<SetList> {
  const table = TABLES[kind]
  const rows = await db
    .selectFrom(table)
    .select(['id', 'slug', 'name', 'views', 'downloads', 'created'])
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom(table)
    .select((sql) => sql.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  const ids = rows.map(({ id }) => id)
  const clips = await countClips(db, kind, ids)
  const expiries = kind === 'promotion' ? await expiriesOf(db, ids) : undefined
  const sets = rows.map(({ id, slug, name, ...figures }): SetLine => {
    // An ended promotion whose name was taken again has a slug that no name leads to.
    const url = setSlug(slug) === slug ? setUrl({ site }, kind, slug) : null
    const expiry = expiries?.get(id)
    return { id: slug, name, url, clips: clips.get(id) ?? 0, ...figures, ...(expiry && { expiry }) }
  })
  const next_offset = nextOffset({ offset, count: rows.length, total: Number(total) })
  return { sets, offset, next_offset, total: Number(total) }
}

async function countClips(
  db: Deps['db'],
  kind: SetKind,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom(membersOf(db, kind).as('members'))
    .select(['set_id', (sql) => sql.fn.countAll<number | string>().as('clips')])
    .where('set_id', 'in', ids)
    .groupBy('set_id')
    .execute()
  return new Map(rows.map(({ set_id, clips }) => [set_id, Number(clips)]))
}

async function expiriesOf(db: Deps['db'], ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('promotions').select(['id', 'expires_at']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, expires_at }) => [id, expires_at]))
}
