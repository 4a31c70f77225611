import { sql } from 'kysely'
import type { LibraryChoices } from '#contract/studio/library.ts'
import { allCategories } from '#server/clips/list-categories.ts'
import type { Deps } from '#server/deps.ts'

/** Creators in the list; typing finds more. */
const MOST_CREATORS = 500

/** Categories in their order, and creators by name. */
export async function libraryChoices({ db }: Pick<Deps, 'db'>): Promise<LibraryChoices> {
  // Jumps from name to name, since reading every clip's would take seconds.
  const { rows } = await sql<{ name: string }>`
    with recursive names(name) as (
      select min(user_name) from library where user_name > ''
      union all
      select (select min(user_name) from library where user_name > names.name) from names where names.name is not null
    )
    select name from names where name is not null limit ${MOST_CREATORS}`.execute(db)
  return { categories: await allCategories({ db }), creators: rows.map(({ name }) => name) }
}
