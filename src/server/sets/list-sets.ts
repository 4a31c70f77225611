import { sql } from 'kysely'
import type { SetLine, SetList } from '#contract/sets/sets.ts'
import { nextOffset, PAGE_SIZE } from '#domain/clips/paging.ts'
import { isAdmin, type Person } from '#domain/membership/membership.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { setId } from '#domain/sets/set-slug.ts'
import type { Site } from '#server/config/config.ts'
import { countRows } from '#server/db/count-rows.ts'
import type { Deps } from '#server/deps.ts'
import { membersOf, setUrl, TABLES } from './set-kind.ts'

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
  const sets = linesOf(db, 'promotion').unionAll(linesOf(db, 'collection')).as('sets')
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
  const total = await countRows(wanted)
  const lines = rows.map(({ id: _, slug, clips, expiry, ...line }): SetLine => {
    // An ended promotion whose name was taken again has a slug that no name leads to.
    const url = setId(slug) === slug ? setUrl({ site }, line.kind, slug) : null
    return { ...line, id: slug, url, clips: Number(clips), ...(expiry !== null && { expiry }) }
  })
  return { sets: lines, offset, next_offset: nextOffset({ offset, count: rows.length, total }), total }
}

/** The caller's own sets of both kinds; the admin gets all. */
export function listOwnSets(
  deps: ListDeps,
  person: Person,
  { offset }: { offset: number },
): Promise<SetList> {
  return listSets(deps, isAdmin(person) ? { offset } : { maker: person.id, offset })
}

function linesOf(db: Deps['db'], kind: SetKind) {
  return db
    .selectFrom(TABLES[kind])
    .select(['id', 'slug', 'name', 'views', 'downloads', 'created', 'created_by'])
    .select(({ selectFrom }) => [
      sql<SetKind>`${sql.lit(kind)}`.as('kind'),
      sql<string | null>`${sql.raw(kind === 'promotion' ? 'expires_at' : 'null')}`.as('expiry'),
      selectFrom(membersOf(db, kind).as('members'))
        .select(({ fn }) => fn.countAll<number | string>().as('clips'))
        .whereRef('members.set_id', '=', `${TABLES[kind]}.id`)
        .as('clips'),
    ])
}
