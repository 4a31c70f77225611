import { sql } from 'kysely'
import type { SetLine, SetList } from '#contract/sets.ts'
import { nextOffset, PAGE_SIZE } from '#domain/clips/paging.ts'
import { isAdmin, type Person } from '#domain/membership/membership.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { setId } from '#domain/sets/set-slug.ts'
import type { Site } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { setUrl } from './set-kind.ts'

type ListDeps = Pick<Deps, 'db'> & { site: Pick<Site, 'url'> }

interface Wanted {
  /** Default: both. */
  kind?: SetKind
  /** Default: of everybody. */
  maker?: number
  offset: number
}

/** A page of sets with their figures, newest first. */
export async function listSets({ db, site }: ListDeps, { kind, maker, offset }: Wanted): Promise<SetList> {
  const sets = promotionLines(db).unionAll(collectionLines(db)).as('sets')
  const wanted = db
    .selectFrom(sets)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(maker !== undefined, (query) => query.where('created_by', '=', maker!))
  const rows = await wanted
    .select(['kind', 'id', 'slug', 'name', 'views', 'downloads', 'created', 'expiry', 'clips'])
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .orderBy('kind')
    .limit(PAGE_SIZE)
    .offset(offset)
    .execute()
  const { total } = await wanted
    .select((sql) => sql.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  const lines = rows.map(({ id: _, slug, clips, expiry, ...line }): SetLine => {
    // An ended promotion whose name was taken again has a slug that no name leads to.
    const url = setId(slug) === slug ? setUrl({ site }, line.kind, slug) : null
    return { ...line, id: slug, url, clips: Number(clips), ...(expiry !== null && { expiry }) }
  })
  const next_offset = nextOffset({ offset, count: rows.length, total: Number(total) })
  return { sets: lines, offset, next_offset, total: Number(total) }
}

/** The caller's own sets of both kinds; the admin gets all. */
export function listOwnSets(
  deps: ListDeps,
  person: Person,
  { offset }: { offset: number },
): Promise<SetList> {
  return listSets(deps, isAdmin(person) ? { offset } : { maker: person.id, offset })
}

const COLUMNS = ['id', 'slug', 'name', 'views', 'downloads', 'created', 'created_by'] as const

function promotionLines(db: Deps['db']) {
  return db
    .selectFrom('promotions')
    .select(COLUMNS)
    .select(({ selectFrom }) => [
      sql<SetKind>`'promotion'`.as('kind'),
      sql<string | null>`expires_at`.as('expiry'),
      selectFrom('promotion_sources')
        .select(({ fn }) => fn.countAll<number | string>().as('clips'))
        .whereRef('promotion_id', '=', 'promotions.id')
        .as('clips'),
    ])
}

function collectionLines(db: Deps['db']) {
  return db
    .selectFrom('collections')
    .select(COLUMNS)
    .select(({ selectFrom }) => [
      sql<SetKind>`'collection'`.as('kind'),
      sql<string | null>`null`.as('expiry'),
      selectFrom('collection_sources')
        .select(({ fn }) => fn.countAll<number | string>().as('clips'))
        .whereRef('collection_id', '=', 'collections.id')
        .as('clips'),
    ])
}
